import { useAtomValue, useSetAtom } from 'jotai'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { profileAtom } from '../state/account/profile.ts'
import { hostAtom } from '../state/app/host.ts'
import { logOutAtom } from '../state/auth/session.ts'
import { appText } from '../text/app.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu, MenuHead } from '../ui/overlays/menu.tsx'
import style from './user-menu.module.css'

export function UserMenu() {
  const profile = useAtomValue(profileAtom)
  const { miniApp } = useAtomValue(hostAtom).platform
  const logOut = useSetAtom(logOutAtom)
  const navigate = useNavigate()
  const { key } = useLocation()
  const name = profile?.email ?? (profile?.username ? `@${profile.username}` : '')
  const initial = name.replace('@', '').slice(0, 1).toUpperCase()
  return (
    <Menu
      label={appText.nav.account}
      button={<span className={style.avatar}>{initial === '' ? <Icon name="user" size={16} /> : initial}</span>}
    >
      {(close) => (
        <>
          {name !== '' && <MenuHead>{name}</MenuHead>}
          <Link to="/settings" onClick={close}>
            {appText.nav.settings}
          </Link>
          <Link to={pages.help} onClick={close}>
            {appText.nav.help}
          </Link>
          {!miniApp && (
            <button
              type="button"
              onClick={() => {
                close()
                logOut(key)
                navigate('/')
              }}
            >
              {appText.nav.logOut}
            </button>
          )}
        </>
      )}
    </Menu>
  )
}
