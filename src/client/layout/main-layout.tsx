import { useAtomValue } from 'jotai'
import { type ReactNode, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { sessionAtom } from '../atoms/session.ts'
import { text } from '../text/en.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Ribbon } from './ribbon.tsx'
import { TabBar } from './tab-bar.tsx'
import { UserMenu } from './user-menu.tsx'
import { Waiting } from './waiting.tsx'

/** Takes the header's place on a phone and stands below the ribbon on a desk. */
type Bar = {
  readonly label: string
  readonly content: ReactNode
  /** With the account at its end, as the header has it. */
  readonly hasAccount: boolean
}

export function MainLayout({ bar }: { bar?: Bar }) {
  const { pathname } = useLocation()
  return (
    <div className="shell" data-bar={bar !== undefined || undefined}>
      <a className="skip" href="#content">
        {text.nav.skip}
      </a>
      <Header />
      {bar !== undefined && (
        <section className="shell-bar" aria-label={bar.label}>
          {bar.content}
          {bar.hasAccount && <BarAccount />}
        </section>
      )}
      <Ribbon />
      <ConnectionBanner />
      <main id="content" className="shell-content" tabIndex={-1}>
        <Suspense fallback={<Waiting />} key={pathname}>
          <Outlet />
        </Suspense>
      </main>
      <Footer />
      <TabBar />
    </div>
  )
}

/** On a phone the bar carries the account, as the header would. */
function BarAccount() {
  const session = useAtomValue(sessionAtom)
  return (
    <div className="shell-bar-account">
      {session.state === 'signed-in' && <UserMenu />}
      {session.state === 'guest' && (
        <ButtonLink to="/login" state={{ from: { pathname: '/trade' } }} size="small">
          {text.nav.logIn}
        </ButtonLink>
      )}
    </div>
  )
}
