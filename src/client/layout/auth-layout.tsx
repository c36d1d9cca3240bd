import { useAtomValue } from 'jotai'
import { Outlet } from 'react-router-dom'
import { appName } from '../platform/environment.ts'
import { modeAtom } from '../state/app/exchange-info.ts'
import { isCompletingOauthAtom } from '../state/auth/oauth-callback.ts'
import { challengeTokenAtom } from '../state/auth/session.ts'
import { appText } from '../text/app.ts'
import { lazyPart } from '../ui/states/lazy-part.tsx'
import style from './auth-layout.module.css'
import { ConnectionBanner } from './banners/connection-banner.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { PageLoading } from './page-loading.tsx'
import { PlayMoneyBanner } from './play-money-banner.tsx'
import shell from './shell.module.css'

const SecondFactor = lazyPart(() => import('../screens/auth/second-factor-form.tsx'))

/** Welcome text on the left, form on the right. On a phone the form only. */
export function AuthLayout() {
  const isPlay = useAtomValue(modeAtom) === 'play'
  const needsCode = useAtomValue(challengeTokenAtom) !== undefined
  if (useAtomValue(isCompletingOauthAtom)) return <PageLoading />
  return (
    <div className={`${shell.shell} ${shell.authShell}`}>
      <div className={shell.safeAreaCover} />
      <Header isPlain />
      <PlayMoneyBanner />
      <ConnectionBanner />
      <main id="content" className={style.auth}>
        <section className={style.welcome} aria-label={appName}>
          <div className="hero">{appText.tagline}</div>
          <p className={`lead ${style.intro}`}>{appText.intro(isPlay)}</p>
          <svg className={`hairline-mark ${style.mark}`} viewBox="0 0 24 24" aria-hidden="true">
            <use href="/icons.svg#mark" />
          </svg>
        </section>
        <section className={style.form}>
          <PageBoundary>{needsCode ? <SecondFactor canCancel /> : <Outlet />}</PageBoundary>
        </section>
      </main>
      <Footer />
    </div>
  )
}
