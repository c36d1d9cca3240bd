/** Routes: path → screen. Screens are loaded lazily. */

import { Route, Routes } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { AuthLayout } from '../layout/auth-layout.tsx'
import { MainLayout } from '../layout/main-layout.tsx'
import { SessionGate } from '../layout/session-gate.tsx'
import { appText } from '../text/app.ts'
import { lazyPart } from '../ui/lazy-part.tsx'

type AboutPages = typeof import('./about-pages.ts')
type EarnPages = typeof import('./earn-pages.ts')

const aboutPage = (name: keyof AboutPages) =>
  lazyPart(() => import('./about-pages.ts').then((all) => ({ default: all[name] })))
const earnPage = (name: keyof EarnPages) =>
  lazyPart(() => import('./earn-pages.ts').then((all) => ({ default: all[name] })))

const HomeScreen = lazyPart(() => import('../screens/home/home-screen.tsx'))
const TradeScreen = lazyPart(() => import('../screens/trade/trade-screen.tsx'))
const PairBar = lazyPart(() => import('../screens/trade/pair/pair-bar.tsx'))
const EarnScreen = earnPage('EarnScreen')
const FrensScreen = earnPage('FrensScreen')
const ReferralsScreen = earnPage('ReferralsScreen')
const WalletScreen = lazyPart(() => import('../screens/wallet/wallet-screen.tsx'))
const DiscoverScreen = lazyPart(() => import('../screens/discover/discover-screen.tsx'))
const AssetScreen = lazyPart(() => import('../screens/asset/asset-screen.tsx'))
const AssetBar = lazyPart(() => import('../screens/asset/asset-bar.tsx'))
const HistoryScreen = earnPage('HistoryScreen')
const MarketsScreen = lazyPart(() => import('../screens/markets/markets-screen.tsx'))
const NotificationsScreen = earnPage('NotificationsScreen')
const TitleBar = lazyPart(() => import('../layout/title-bar.tsx'))
const SettingsLayout = lazyPart(() => import('../screens/settings/settings-layout.tsx'))
const SecurityScreen = lazyPart(() => import('../screens/settings/security-screen.tsx'))
const TwoFactorScreen = lazyPart(() => import('../screens/settings/two-factor-screen.tsx'))
const PasswordScreen = lazyPart(() => import('../screens/settings/password-screen.tsx'))
const LoginScreen = lazyPart(() => import('../screens/auth/login-screen.tsx'))
const RegisterScreen = lazyPart(() => import('../screens/auth/register-screen.tsx'))
const ForgotScreen = lazyPart(() => import('../screens/auth/forgot-screen.tsx'))
const ResetScreen = lazyPart(() => import('../screens/auth/reset-screen.tsx'))
const ConfirmScreen = lazyPart(() => import('../screens/auth/confirm-screen.tsx'))
const UndoScreen = lazyPart(() => import('../screens/auth/undo-screen.tsx'))
const HelpScreen = aboutPage('HelpScreen')
const TermsScreen = aboutPage('TermsScreen')
const PrivacyScreen = aboutPage('PrivacyScreen')
const LiabilitiesScreen = aboutPage('LiabilitiesScreen')
const AboutScreen = aboutPage('AboutScreen')
const NotFoundScreen = lazyPart(() => import('../screens/not-found-screen.tsx'))

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
          <Route path={pages.home} element={<HomeScreen />} />
          <Route path={pages.discover} element={<DiscoverScreen />} />
          <Route path={pages.markets} element={<MarketsScreen />} />
          <Route path={pages.wallet} element={<WalletScreen />} />
          <Route path={pages.frens} element={<FrensScreen />} />
          <Route path={pages.earn} element={<EarnScreen />} />
          <Route path={pages.liabilities} element={<LiabilitiesScreen />} />
          <Route path={pages.about} element={<AboutScreen />} />
          <Route path={pages.help} element={<HelpScreen />} />
          <Route path={pages.terms} element={<TermsScreen />} />
          <Route path={pages.privacy} element={<PrivacyScreen />} />
          <Route path="*" element={<NotFoundScreen />} />
        </Route>
      </Route>
    </Routes>
  )
}
