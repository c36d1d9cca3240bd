import { useAtom, useAtomValue } from 'jotai'
import { Link, NavLink } from 'react-router-dom'
import { appName, links } from '../platform/environment.ts'
import { headerSwitchAtom } from '../state/app/header-switch.ts'
import { sessionAtom } from '../state/auth/session.ts'
import { appText } from '../text/app.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon, Mark, Wordmark } from '../ui/icon.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { DisplayButton } from './display-button.tsx'
import { UserMenu } from './user-menu.tsx'

const SWITCH = [
  { value: 'exchange', name: appText.nav.exchange },
  { value: 'wallet', name: appText.nav.wallet },
] as const

export function Header({ isPlain = false }: { isPlain?: boolean }) {
  const [chosen, choose] = useAtom(headerSwitchAtom)
  return (
    <header className="header" data-plain={isPlain || undefined}>
      <Link to="/" className="logo" aria-label={appText.nav.toHome}>
        <Mark />
        {appName === 'Tern' ? <Wordmark /> : <b>{appName}</b>}
      </Link>
      <Segmented label={appText.nav.section} value={chosen} options={SWITCH} onChoose={choose} />
      <nav className="header-nav" aria-label={appText.nav.main}>
        <NavLink to="/discover">{appText.nav.discover}</NavLink>
        <NavLink to="/trade">{appText.nav.trade}</NavLink>
        <NavLink to="/earn">{appText.nav.earn}</NavLink>
        <NavLink to="/frens">{appText.nav.frens}</NavLink>
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
          {appText.nav.assets}
        </Link>
      )}
      {links.help && (
        <a className="icon-button" href={links.help} target="_blank" rel="noreferrer" aria-label={appText.nav.help}>
          <Icon name="help" />
        </a>
      )}
      <DisplayButton />
      {session.state === 'guest' && (
        <>
          <ButtonLink to="/login" size="small" className="header-login">
            {appText.nav.logIn}
          </ButtonLink>
          <ButtonLink to="/register" kind="primary" size="small">
            {appText.nav.signUp}
          </ButtonLink>
        </>
      )}
      {session.state === 'signed-in' && <UserMenu />}
    </>
  )
}
