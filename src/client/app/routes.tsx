/** Routes: path → screen. Screens are loaded lazily. */

import type { ComponentType } from 'react'
import { Route, Routes } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { AuthLayout } from '../layout/auth-layout.tsx'
import { MainLayout } from '../layout/main-layout.tsx'
import { SessionGate } from '../layout/session-gate.tsx'
import { appText } from '../text/app.ts'
import { lazyPart } from '../ui/lazy-part.tsx'

type AboutPages = typeof import('./about-pages.ts')
type EarnPages = typeof import('./earn-pages.ts')
type LinkPages = typeof import('./link-pages.ts')

const aboutPage = (name: keyof AboutPages) =>
  lazyPart(() => import('./about-pages.ts').then((all) => ({ default: all[name] })))
const earnPage = (name: keyof EarnPages) =>
  lazyPart(() => import('./earn-pages.ts').then((all) => ({ default: all[name] })))
const linkPage = (name: keyof LinkPages) =>
  lazyPart(() => import('./link-pages.ts').then((all) => ({ default: all[name] })))

const TradeScreen = lazyPart(() => import('../screens/trade/trade-screen.tsx'))
const PairBar = lazyPart(() => import('../screens/trade/pair/pair-bar.tsx'))
const ReferralsScreen = earnPage('ReferralsScreen')
const AssetScreen = lazyPart(() => import('../screens/asset/asset-screen.tsx'))
const AssetBar = lazyPart(() => import('../screens/asset/asset-bar.tsx'))
const HistoryScreen = earnPage('HistoryScreen')
const NotificationsScreen = earnPage('NotificationsScreen')
const TitleBar = lazyPart(() => import('../layout/title-bar.tsx'))
const SettingsLayout = lazyPart(() => import('../screens/settings/settings-layout.tsx'))
const SecurityScreen = lazyPart(() => import('../screens/settings/security-screen.tsx'))
const TwoFactorScreen = lazyPart(() => import('../screens/settings/two-factor-screen.tsx'))
const PasswordScreen = lazyPart(() => import('../screens/settings/password-screen.tsx'))
const LoginScreen = lazyPart(() => import('../screens/auth/login-screen.tsx'))
const RegisterScreen = lazyPart(() => import('../screens/auth/register-screen.tsx'))
const ForgotScreen = linkPage('ForgotScreen')
const ResetScreen = linkPage('ResetScreen')
const ConfirmScreen = linkPage('ConfirmScreen')
const UndoScreen = linkPage('UndoScreen')
const FreezeScreen = linkPage('FreezeScreen')
const NotFoundScreen = lazyPart(() => import('../screens/not-found-screen.tsx'))

/** Pages with the header and without a bar of their own. */
const MAIN_PAGES: readonly (readonly [path: string, Screen: ComponentType])[] = [
  [pages.home, lazyPart(() => import('../screens/home/home-screen.tsx'))],
  [pages.discover, lazyPart(() => import('../screens/discover/discover-screen.tsx'))],
  [pages.markets, lazyPart(() => import('../screens/markets/markets-screen.tsx'))],
  [pages.wallet, lazyPart(() => import('../screens/wallet/wallet-screen.tsx'))],
  [pages.frens, earnPage('FrensScreen')],
  [pages.earn, earnPage('EarnScreen')],
  [pages.liabilities, aboutPage('LiabilitiesScreen')],
  [pages.about, aboutPage('AboutScreen')],
  [pages.help, aboutPage('HelpScreen')],
  [pages.terms, aboutPage('TermsScreen')],
  [pages.privacy, aboutPage('PrivacyScreen')],
]

const pageBar = <div className="page-bar" />

const titleBar = (label: string) => ({ label, content: <TitleBar />, empty: pageBar, hasAccount: false })

const bars = {
  trade: { label: appText.nav.pair, content: <PairBar />, empty: <div className="pair-bar" />, hasAccount: true },
  asset: { label: appText.nav.asset, content: <AssetBar />, empty: pageBar, hasAccount: false },
  history: titleBar(appText.nav.history),
  referrals: titleBar(appText.nav.referrals),
  notifications: titleBar(appText.nav.notifications),
  settings: titleBar(appText.nav.settings),
} as const

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<AuthLayout />}>
        <Route path={pages.login} element={<LoginScreen />} />
        <Route path={pages.register} element={<RegisterScreen />} />
        <Route path={pages.forgot} element={<ForgotScreen />} />
        <Route path={pages.reset} element={<ResetScreen />} />
        <Route path={pages.confirm} element={<ConfirmScreen />} />
        <Route path={pages.undo} element={<UndoScreen />} />
        <Route path={pages.freeze} element={<FreezeScreen />} />
      </Route>
      <Route element={<SessionGate />}>
        <Route element={<MainLayout bar={bars.trade} />}>
          <Route path={pages.trade} element={<TradeScreen />} />
        </Route>
        <Route element={<MainLayout bar={bars.asset} />}>
          <Route path={pages.asset} element={<AssetScreen />} />
        </Route>
        <Route element={<MainLayout bar={bars.history} />}>
          <Route path={pages.history} element={<HistoryScreen />} />
        </Route>
        <Route element={<MainLayout bar={bars.referrals} />}>
          <Route path={pages.referrals} element={<ReferralsScreen />} />
        </Route>
        <Route element={<MainLayout bar={bars.notifications} />}>
          <Route path={pages.notifications} element={<NotificationsScreen />} />
        </Route>
        <Route element={<MainLayout bar={bars.settings} />}>
          <Route path={pages.settings} element={<SettingsLayout />}>
            <Route index element={<SecurityScreen />} />
            <Route path={pages.security} element={<SecurityScreen />} />
            <Route path={pages.twoFactor} element={<TwoFactorScreen />} />
            <Route path={pages.password} element={<PasswordScreen />} />
          </Route>
        </Route>
        <Route element={<MainLayout />}>
          {MAIN_PAGES.map(([path, Screen]) => (
            <Route key={path} path={path} element={<Screen />} />
          ))}
          <Route path="*" element={<NotFoundScreen />} />
        </Route>
      </Route>
    </Routes>
  )
}
