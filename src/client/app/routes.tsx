/** Every page in one table: path, screen, who may see it, and the bar that replaces the header on a phone. */

import { useAtomValue } from 'jotai'
import type { ComponentType } from 'react'
import { Route, Routes } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { AuthLayout } from '../layout/auth-layout.tsx'
import { type Bar, MainLayout } from '../layout/main-layout.tsx'
import { SessionGate } from '../layout/session-gate.tsx'
import { modeAtom } from '../state/app/exchange-info.ts'
import { appText } from '../text/app.ts'
import pageBar from '../ui/page-bar.module.css'
import { lazyPart } from '../ui/states/lazy-part.tsx'

type Page = {
  readonly path: string
  readonly Screen: ComponentType
  /** Guests sign up first, and then return. */
  readonly needsUser: boolean
  /** Undefined: the header stays. */
  readonly bar?: Bar
}

type Load = () => Promise<{ readonly default: ComponentType }>

/** Pages that share most of their code are in one file: each file has a name in the first chunk. */
const aboutPage = (name: keyof typeof import('./about-pages.ts')) => (): ReturnType<Load> =>
  import('./about-pages.ts').then((all) => ({ default: all[name] }))
const earnPage = (name: keyof typeof import('./earn-pages.ts')) => (): ReturnType<Load> =>
  import('./earn-pages.ts').then((all) => ({ default: all[name] }))
const settingsPart = (name: keyof typeof import('./settings-pages.tsx')) => (): ReturnType<Load> =>
  import('./settings-pages.tsx').then((all) => ({ default: all[name] }))
const linkPage = (name: keyof typeof import('./link-pages.ts')) => (): ReturnType<Load> =>
  import('./link-pages.ts').then((all) => ({ default: all[name] }))

type Places = Pick<Page, 'bar'>

/** Screens are loaded when they are opened. */
const forAll = (path: string, load: Load, places: Places = {}): Page => ({
  path,
  Screen: lazyPart(load),
  needsUser: false,
  ...places,
})
const forUsers = (path: string, load: Load, places?: Places): Page => ({
  ...forAll(path, load, places),
  needsUser: true,
})

const { nav } = appText

const PageBar = lazyPart(() => import('../ui/page-bar.tsx').then((all) => ({ default: all.PageBar })))
const PairBar = lazyPart(() => import('../screens/trade/pair/pair-bar.tsx'))
const AssetBar = lazyPart(() => import('../screens/asset/asset-bar.tsx'))
const SettingsBar = lazyPart(settingsPart('SettingsBar'))
const HistoryBar = lazyPart(earnPage('HistoryBar'))

const emptyBar = <div className={pageBar.bar} />

/** `up`: where back leads if the page is the first of the visit. */
const titleBar = (title: string, up: string, label = title, width?: 'wide'): Bar => ({
  label,
  content: <PageBar title={title} up={up} width={width} />,
  empty: emptyBar,
  hasAccount: false,
})
const tradeBar: Bar = { label: nav.pair, content: <PairBar />, empty: <div data-space="pair-bar" />, hasAccount: true }
const settingsBar: Bar = { label: nav.settings, content: <SettingsBar />, empty: emptyBar, hasAccount: false }
const historyBar: Bar = { label: nav.history, content: <HistoryBar />, empty: emptyBar, hasAccount: false }
const assetBar: Bar = { label: nav.asset, content: <AssetBar />, empty: emptyBar, hasAccount: false }

/** Sign-in, and what emails link to. */
const AUTH_PAGES: readonly Page[] = [
  forAll(pages.login, () => import('../screens/auth/login-screen.tsx')),
  forAll(pages.register, () => import('../screens/auth/register-screen.tsx')),
  forAll(pages.forgot, linkPage('ForgotScreen')),
  forAll(pages.reset, linkPage('ResetScreen')),
  forAll(pages.confirm, linkPage('ConfirmScreen')),
  forAll(pages.undo, linkPage('UndoScreen')),
  forAll(pages.freeze, linkPage('FreezeScreen')),
]

const MAIN_PAGES: readonly Page[] = [
  forAll(pages.home, () => import('../screens/home/home-screen.tsx')),
  forAll(pages.discover, () => import('../screens/discover/discover-screen.tsx')),
  forUsers(pages.markets, () => import('../screens/markets/markets-screen.tsx')),
  forAll(pages.trade, () => import('../screens/trade/trade-screen.tsx'), { bar: tradeBar }),
  forUsers(pages.wallet, () => import('../screens/wallet/wallet-screen.tsx')),
  forUsers(pages.asset, () => import('../screens/asset/asset-screen.tsx'), { bar: assetBar }),
  forUsers(pages.history, earnPage('HistoryScreen'), {
    bar: historyBar,
  }),
  forUsers(pages.earn, earnPage('EarnScreen')),
  forUsers(pages.frens, earnPage('FrensScreen')),
  forUsers(pages.referrals, earnPage('ReferralsScreen'), {
    bar: titleBar(nav.referrals, pages.frens),
  }),
  forUsers(pages.notifications, earnPage('NotificationsScreen'), {
    bar: titleBar(nav.notifications, pages.home, nav.notifications, 'wide'),
  }),
  forUsers(`${pages.settings}/*`, settingsPart('SettingsPages'), { bar: settingsBar }),
  forAll(pages.playMail, linkPage('PlayMailScreen'), { bar: titleBar(nav.playMail, pages.home) }),
  forAll(pages.liabilities, aboutPage('LiabilitiesScreen')),
  forAll(pages.about, aboutPage('AboutScreen')),
  forAll(pages.help, aboutPage('HelpScreen')),
  forAll(pages.terms, aboutPage('TermsScreen')),
  forAll(pages.privacy, aboutPage('PrivacyScreen')),
  forAll('*', () => import('../screens/not-found-screen.tsx')),
]

const routeOf = ({ path, Screen }: Page) => <Route key={path} path={path} element={<Screen />} />

/** With real money, the page of play mail is not found. */
export function AppRoutes() {
  const isLive = useAtomValue(modeAtom) === 'live'
  return (
    <Routes>
      <Route element={<AuthLayout />}>{AUTH_PAGES.map(routeOf)}</Route>
      {MAIN_PAGES.filter(({ path }) => !(isLive && path === pages.playMail)).map((page) => (
        <Route key={page.path} element={<SessionGate needsUser={page.needsUser} />}>
          <Route element={<MainLayout bar={page.bar} />}>{routeOf(page)}</Route>
        </Route>
      ))}
    </Routes>
  )
}
