/** Routes: path → screen. Screens are loaded lazily. */

import { lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { AuthLayout } from '../layout/auth-layout.tsx'
import { MainLayout } from '../layout/main-layout.tsx'
import { RequireSession } from '../layout/require-session.tsx'
import { appText } from '../text/app.ts'

const HomeScreen = lazy(() => import('../screens/home/home-screen.tsx'))
const LoginScreen = lazy(() => import('../screens/auth/login-screen.tsx'))
const RegisterScreen = lazy(() => import('../screens/auth/register-screen.tsx'))
const ForgotScreen = lazy(() => import('../screens/auth/forgot-screen.tsx'))
const ResetScreen = lazy(() => import('../screens/auth/reset-screen.tsx'))
const ConfirmScreen = lazy(() => import('../screens/auth/confirm-screen.tsx'))
const UndoScreen = lazy(() => import('../screens/auth/undo-screen.tsx'))
const TradeScreen = lazy(() => import('../screens/trade/trade-screen.tsx'))
const PairBar = lazy(() => import('../screens/trade/pair/pair-bar.tsx'))
const DiscoverScreen = lazy(() => import('../screens/discover/discover-screen.tsx'))
const MarketsScreen = lazy(() => import('../screens/markets/markets-screen.tsx'))
const AssetScreen = lazy(() => import('../screens/asset/asset-screen.tsx'))
const AssetBar = lazy(() => import('../screens/asset/asset-bar.tsx'))
const SettingsBar = lazy(() => import('../screens/settings/settings-bar.tsx'))
const SettingsLayout = lazy(() => import('../screens/settings/settings-layout.tsx'))
const SecurityScreen = lazy(() => import('../screens/settings/security-screen.tsx'))
const TwoFactorScreen = lazy(() => import('../screens/settings/two-factor-screen.tsx'))
const PasswordScreen = lazy(() => import('../screens/settings/password-screen.tsx'))
const WalletScreen = lazy(() => import('../screens/wallet/wallet-screen.tsx'))
const AboutScreen = lazy(() => import('../screens/about/about-screen.tsx'))
const FrensScreen = lazy(() => import('../screens/frens/frens-screen.tsx'))
const SoonScreen = lazy(() => import('../screens/soon-screen.tsx'))
const NotFoundScreen = lazy(() => import('../screens/not-found-screen.tsx'))

const tradeBar = (
  <Suspense fallback={<div className="pair-bar" />}>
    <PairBar />
  </Suspense>
)

const assetBar = (
  <Suspense fallback={<div className="page-bar" />}>
    <AssetBar />
  </Suspense>
)

const settingsBar = (
  <Suspense fallback={<div className="page-bar" />}>
    <SettingsBar />
  </Suspense>
)

const COMING_SOON = [
  ['/earn', appText.soon.earn],
  ['/referrals', appText.soon.referrals],
] as const

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<AuthLayout />}>
        <Route path="/login" element={<LoginScreen />} />
        <Route path="/register" element={<RegisterScreen />} />
        <Route path="/forgot" element={<ForgotScreen />} />
        <Route path="/reset" element={<ResetScreen />} />
        <Route path="/confirm" element={<ConfirmScreen />} />
        <Route path="/undo" element={<UndoScreen />} />
      </Route>
      <Route element={<MainLayout bar={{ label: appText.nav.pair, content: tradeBar, hasAccount: true }} />}>
        <Route path="/trade" element={<TradeScreen />} />
      </Route>
      <Route element={<RequireSession />}>
        <Route element={<MainLayout bar={{ label: appText.nav.asset, content: assetBar, hasAccount: false }} />}>
          <Route path="/asset" element={<AssetScreen />} />
        </Route>
      </Route>
      <Route element={<RequireSession />}>
        <Route element={<MainLayout bar={{ label: appText.nav.settings, content: settingsBar, hasAccount: false }} />}>
          <Route path="/settings" element={<SettingsLayout />}>
            <Route index element={<SecurityScreen />} />
            <Route path="security" element={<SecurityScreen />} />
            <Route path="security/2fa" element={<TwoFactorScreen />} />
            <Route path="security/password" element={<PasswordScreen />} />
          </Route>
        </Route>
      </Route>
      <Route element={<MainLayout />}>
        <Route path="/" element={<HomeScreen />} />
        <Route path="/about" element={<AboutScreen />} />
        <Route path="/discover" element={<DiscoverScreen />} />
        <Route element={<RequireSession />}>
          <Route path="/markets" element={<MarketsScreen />} />
          <Route path="/wallet" element={<WalletScreen />} />
          <Route path="/frens" element={<FrensScreen />} />
          {COMING_SOON.map(([path, soon]) => (
            <Route key={path} path={path} element={<SoonScreen soon={soon} />} />
          ))}
        </Route>
        <Route path="*" element={<NotFoundScreen />} />
      </Route>
    </Routes>
  )
}
