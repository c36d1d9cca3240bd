import { useAtomValue } from 'jotai'
import { Link, NavLink } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { appName, links } from '../platform/environment.ts'
import { sessionAtom } from '../state/auth/session.ts'
import { appText } from '../text/app.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon, Mark, Wordmark } from '../ui/icon.tsx'
import { lazyPart } from '../ui/states/lazy-part.tsx'
import { DisplayButton } from './display-button.tsx'
import { OptionalPart } from './optional-part.tsx'
import { SectionSwitch } from './section-switch.tsx'
import { UserMenu } from './user-menu.tsx'

const NotificationBell = lazyPart(() => import('./notification-bell.tsx'))

export function Header({ isPlain = false }: { isPlain?: boolean }) {
  return (
    <header className="header" data-plain={isPlain || undefined}>
      <Link to="/" className="logo" aria-label={appText.nav.toHome}>
        <Mark />
        {appName === 'Tern' ? <Wordmark /> : <b>{appName}</b>}
      </Link>
      <SectionSwitch />
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
      {session.state === 'signed-in' && (
        <OptionalPart empty={<span className="icon-button" />}>
          <NotificationBell />
        </OptionalPart>
      )}
      <HelpLink />
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

/** Our help page unless a link is configured. */
function HelpLink() {
  const content = <Icon name="help" />
  if (links.help === undefined)
    return (
      <Link className="icon-button header-help" to={pages.help} aria-label={appText.nav.help}>
        {content}
      </Link>
    )
  return (
    <a
      className="icon-button header-help"
      href={links.help}
      target="_blank"
      rel="noreferrer"
      aria-label={appText.nav.help}
    >
      {content}
    </a>
  )
}
