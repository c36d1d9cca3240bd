import { useAtomValue } from 'jotai'
import { Link, NavLink } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { appName, links } from '../platform/environment.ts'
import { sessionAtom } from '../state/auth/session.ts'
import { appText } from '../text/app.ts'
import { ButtonLink, IconLink, IconSpace } from '../ui/button.tsx'
import { Icon, Mark, Wordmark } from '../ui/icon.tsx'
import { lazyPart } from '../ui/states/lazy-part.tsx'
import { DisplayButton } from './display-button.tsx'
import style from './header.module.css'
import { OptionalPart } from './optional-part.tsx'
import { SectionSwitch } from './section-switch.tsx'
import { UserMenu } from './user-menu.tsx'

const NotificationBell = lazyPart(() => import('./notification-bell.tsx'))

export function Header({ isPlain = false }: { isPlain?: boolean }) {
  return (
    <header className={style.header} data-plain={isPlain || undefined}>
      <Link to="/" className={style.logo} aria-label={appText.nav.toHome}>
        <Mark />
        {appName === 'Tern' ? <Wordmark className={style.wordmark} /> : <b>{appName}</b>}
      </Link>
      <SectionSwitch className={style.switch} />
      <nav className={style.nav} aria-label={appText.nav.main}>
        <NavLink to="/discover">{appText.nav.discover}</NavLink>
        <NavLink to="/trade">{appText.nav.trade}</NavLink>
        <NavLink to="/earn">{appText.nav.earn}</NavLink>
        <NavLink to="/frens">{appText.nav.frens}</NavLink>
      </nav>
      <div className={style.end}>
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
        <Link to="/wallet" className={style.assets}>
          <Icon name="wallet" size={20} />
          {appText.nav.assets}
        </Link>
      )}
      {session.state === 'signed-in' && (
        <OptionalPart empty={<IconSpace />}>
          <NotificationBell />
        </OptionalPart>
      )}
      <HelpLink />
      <DisplayButton />
      {session.state === 'guest' && (
        <>
          <ButtonLink to="/login" size="small" className={style.login}>
            {appText.nav.logIn}
          </ButtonLink>
          <ButtonLink to="/register" kind="primary" size="small" className={style.signUp}>
            {appText.nav.signUp}
          </ButtonLink>
        </>
      )}
      {session.state === 'signed-in' && <UserMenu />}
    </>
  )
}

/** Our help page unless a link is configured. */
const HelpLink = () => (
  <IconLink
    to={links.help ?? pages.help}
    isExternal={links.help !== undefined}
    label={appText.nav.help}
    className={style.help}
  >
    <Icon name="help" />
  </IconLink>
)
