import { useAtomValue, useSetAtom } from 'jotai'
import { Link, useNavigate } from 'react-router-dom'
import { hostAtom } from '../atoms/host.ts'
import { logOutAtom, profileAtom } from '../atoms/session.ts'
import { text } from '../text/en.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'

export function UserMenu() {
  const profile = useAtomValue(profileAtom)
  const { miniApp } = useAtomValue(hostAtom).platform
  const logOut = useSetAtom(logOutAtom)
  const navigate = useNavigate()
  const name = profile?.email ?? (profile?.username ? `@${profile.username}` : '')
  const letter = name.replace('@', '').slice(0, 1).toUpperCase()
  return (
    <Menu
      label={text.nav.account}
      button={<span className="avatar">{letter === '' ? <Icon name="user" size={16} /> : letter}</span>}
    >
      {(close) => (
        <>
          {name !== '' && <p className="menu-head">{name}</p>}
          <Link to="/settings" onClick={close}>
            {text.nav.profile}
          </Link>
          {!miniApp && (
            <button
              type="button"
              onClick={() => {
                close()
                logOut()
                navigate('/')
              }}
            >
              {text.nav.logOut}
            </button>
          )}
        </>
      )}
    </Menu>
  )
}
