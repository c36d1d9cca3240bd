import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { appName, links } from '../platform/environment.ts'
import { sessionAtom } from '../state/auth/session.ts'
import { appText } from '../text/app.ts'
import { ButtonLink, IconLink, IconSpace } from '../ui/button.tsx'
import { Icon, Mark, Wordmark } from '../ui/icon.tsx'
import { lazyPart } from '../ui/states/lazy-part.tsx'
import { DisplayButton, DisplaySheetIfOpen } from './display-button.tsx'
import style from './header.module.css'
import { OptionalPart } from './optional-part.tsx'
import { parentPath } from './parent-path.ts'
import { SectionSwitch } from './section-switch.tsx'
import { UserMenu } from './user-menu.tsx'

const NotificationBell = lazyPart(() => import('./notification-bell.tsx'))

export function Header({ isPlain = false }: { isPlain?: boolean }) {
  const { pathname } = useLocation()
  return (
    <header className={style.header} data-plain={isPlain || undefined}>
      <Link to="/" className={style.logo} aria-label={appText.nav.toHome} aria-current={currentOn('/', pathname)}>
        <Mark />
        {appName === 'Tern' ? <Wordmark className={style.wordmark} /> : <b>{appName}</b>}
      </Link>
      <SectionSwitch className={style.switch} />
      <nav className={style.nav} aria-label={appText.nav.main}>
        <SectionLink to="/discover">{appText.nav.discover}</SectionLink>
        <SectionLink to="/trade">{appText.nav.trade}</SectionLink>
        <SectionLink to="/earn">{appText.nav.earn}</SectionLink>
        <SectionLink to="/frens">{appText.nav.frens}</SectionLink>
      </nav>
      <div className={style.end}>
        <Account />
      </div>
      <DisplaySheetIfOpen />
    </header>
  )
}

const currentOn = (to: string, path: string) => (path === to ? 'page' : undefined)

/** On a desk. Current on its page and on those below it. */
function SectionLink({ to, children }: { to: string; children: ReactNode }) {
  const { pathname } = useLocation()
  const isBelow = parentPath(pathname) === to
  return (
    <Link to={to} className={style.section} aria-current={currentOn(to, isBelow ? to : pathname)}>
      {children}
    </Link>
  )
}

function Account() {
  const isSignedIn = useAtomValue(sessionAtom).state === 'signed-in'
  return (
    <>
      {isSignedIn && (
        <SectionLink to="/wallet">
          <Icon name="wallet" size={20} />
          {appText.nav.assets}
        </SectionLink>
      )}
      <AccountTools>
        <HelpLink />
      </AccountTools>
    </>
  )
}

/** Notifications, display and account menu; for guests the links that sign in and up. `children`: after the first of them. */
export function AccountTools({ children }: { children?: ReactNode }) {
  const { state } = useAtomValue(sessionAtom)
  return (
    <>
      {state === 'signed-in' && (
        <OptionalPart empty={<IconSpace />}>
          <NotificationBell />
        </OptionalPart>
      )}
      {children}
      <DisplayButton />
      {state === 'guest' && (
        <>
          <ButtonLink to="/login" size="small" className={style.login}>
            {appText.nav.logIn}
          </ButtonLink>
          <ButtonLink to="/register" kind="primary" size="small" className={style.signUp}>
            {appText.nav.signUp}
          </ButtonLink>
        </>
      )}
      {state === 'signed-in' && <UserMenu />}
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
