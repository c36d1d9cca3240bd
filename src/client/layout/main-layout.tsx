import { useAtomValue } from 'jotai'
import { type ReactNode, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { profileAtom } from '../state/account/profile.ts'
import { hostAtom } from '../state/app/host.ts'
import { sessionAtom } from '../state/auth/session.ts'
import { appText } from '../text/app.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ErrorBoundary } from '../ui/states/error-boundary.tsx'
import { lazyPart } from '../ui/states/lazy-part.tsx'
import { ConnectionBanner } from './banners/connection-banner.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { OptionalPart } from './optional-part.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { PlayMoneyBanner } from './play-money-banner.tsx'
import { SectionRow } from './section-row.tsx'
import shell from './shell.module.css'
import { TabBar } from './tab-bar.tsx'
import { UserMenu } from './user-menu.tsx'

const FreezeBanner = lazyPart(() => import('./banners/freeze-banner.tsx'))

/** Replaces the header on a phone; below the play money banner on desktop. */
export type Bar = {
  readonly label: string
  readonly content: ReactNode
  /** Keeps the space of the content while it loads, and when it cannot be loaded. */
  readonly empty: ReactNode
  /** Shows the account menu at its end. Without it, the bar has the title of an inner page. */
  readonly hasAccount: boolean
}

export function MainLayout({ bar }: { bar?: Bar | undefined }) {
  const { pathname } = useLocation()
  const profile = useAtomValue(profileAtom)
  const { miniApp } = useAtomValue(hostAtom).platform
  // Inside Telegram a title is the only row: its bar has the rest.
  const isTitleOnly = miniApp !== undefined && bar?.hasAccount === false
  return (
    <div className={shell.shell} data-bar={bar !== undefined || undefined}>
      <div className={shell.safeAreaCover} />
      <a className={shell.skip} href="#content">
        {appText.nav.skip}
      </a>
      <Header />
      {bar !== undefined && (
        <section className={shell.bar} aria-label={bar.label}>
          <ErrorBoundary key={pathname} fallback={() => bar.empty}>
            <Suspense fallback={bar.empty}>{bar.content}</Suspense>
          </ErrorBoundary>
          {bar.hasAccount && <BarAccount />}
          {isTitleOnly && <PlayMoneyBanner isChip />}
        </section>
      )}
      {!isTitleOnly && <SectionRow />}
      <ConnectionBanner />
      <OptionalPart>{profile?.freezes[0] && <FreezeBanner profile={profile} />}</OptionalPart>
      <main id="content" className={shell.content} tabIndex={-1}>
        <PageBoundary>
          <Outlet />
        </PageBoundary>
      </main>
      <Footer />
      <TabBar />
    </div>
  )
}

/** The account menu of the bar, on a phone. */
function BarAccount() {
  const session = useAtomValue(sessionAtom)
  return (
    <div className={shell.account}>
      {session.state === 'signed-in' && <UserMenu />}
      {session.state === 'guest' && (
        <ButtonLink to="/login" state={{ from: { pathname: '/trade' } }} size="small" className={shell.login}>
          {appText.nav.logIn}
        </ButtonLink>
      )}
    </div>
  )
}
