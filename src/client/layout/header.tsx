import { useAtom, useAtomValue } from 'jotai'
import { Link, NavLink } from 'react-router-dom'
import { headerSwitchAtom } from '../atoms/header-switch.ts'
import { sessionAtom } from '../atoms/session.ts'
import { appName, links } from '../environment.ts'
import { text } from '../text/en.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon, Mark, Wordmark } from '../ui/icon.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { DisplayButton } from './display-button.tsx'
import { UserMenu } from './user-menu.tsx'

const SWITCH = [
  { value: 'exchange', name: text.nav.exchange },
  { value: 'wallet', name: text.nav.wallet },
] as const

export function Header({ isPlain = false }: { isPlain?: boolean }) {
  const [chosen, choose] = useAtom(headerSwitchAtom)
  return (
    <header className="header" data-plain={isPlain || undefined}>
      <Link to="/" className="logo" aria-label={text.nav.toHome}>
        <Mark />
        {appName === 'Tern' ? <Wordmark /> : <b>{appName}</b>}
      </Link>
      <Segmented label={text.nav.section} value={chosen} options={SWITCH} onChoose={choose} />
      <nav className="header-nav" aria-label={text.nav.main}>
        <NavLink to="/discover">{text.nav.discover}</NavLink>
        <NavLink to="/trade">{text.nav.trade}</NavLink>
        <NavLink to="/earn">{text.nav.earn}</NavLink>
        <NavLink to="/frens">{text.nav.frens}</NavLink>
      </nav>
      <div className="header-end">
        <Account />
      </div>
    </header>
  )
}

function Account() {
  const session = useAtomValue(sessionAtom)
  return (
    <>
      {session.state === 'signed-in' && (
        <Link to="/wallet" className="header-assets">
          <Icon name="wallet" size={20} />
          {text.nav.assets}
        </Link>
      )}
      {links.help && (
        <a className="icon-button" href={links.help} target="_blank" rel="noreferrer" aria-label={text.nav.help}>
          <Icon name="help" />
        </a>
      )}
      <DisplayButton />
      {session.state === 'guest' && (
        <>
          <ButtonLink to="/login" size="small" className="header-login">
            {text.nav.logIn}
          </ButtonLink>
          <ButtonLink to="/register" kind="primary" size="small">
            {text.nav.signUp}
          </ButtonLink>
        </>
      )}
      {session.state === 'signed-in' && <UserMenu />}
    </>
  )
}
