import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { isArrivingAtom } from '../atoms/arrival.ts'
import { modeAtom } from '../atoms/exchange.ts'
import { secondFactorAtom } from '../atoms/session.ts'
import { appName } from '../environment.ts'
import { text } from '../text/en.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Ribbon } from './ribbon.tsx'
import { Waiting } from './waiting.tsx'

const SecondFactor = lazy(() => import('./second-factor.tsx'))

/** Two panels: the welcome on the left, the form on the right. A phone shows the form only. */
export function AuthLayout() {
  const isPlay = useAtomValue(modeAtom) === 'play'
  const isAsked = useAtomValue(secondFactorAtom) !== undefined
  if (useAtomValue(isArrivingAtom)) return <Waiting />
  return (
    <div className="shell">
      <Header isPlain />
      <Ribbon />
      <ConnectionBanner />
      <main id="content" className="shell-content auth">
        <section className="auth-welcome" aria-label={appName}>
          <p className="hero">{text.tagline}</p>
          <p className="lead">{text.auth.welcome(isPlay)}</p>
          <svg className="hairline-mark" viewBox="0 0 24 24" aria-hidden="true">
            <use href="/icons.svg#mark" />
          </svg>
        </section>
        <section className="auth-form">
          <Suspense fallback={<Waiting />}>{isAsked ? <SecondFactor canLeave /> : <Outlet />}</Suspense>
        </section>
      </main>
      <Footer />
    </div>
  )
}
