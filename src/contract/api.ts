/** Every HTTP call: method, path, body and reply. On the server `call-schemas.ts` checks them. */

import type {
  ConfirmTwoFactorBody,
  DisableTwoFactorBody,
  Done,
  LinkTelegramBody,
  LoginHistoryPage,
  NewRecoveryCodesBody,
  RecoveryCodesView,
  SecondFactorBody,
  SessionView,
  SetPasswordBody,
  TwoFactorSetup,
  UnlinkBody,
} from './account-views.ts'
import type { InviteMessageView, InviteView, NotificationsBody, NotificationsView } from './bot-views.ts'
import type {
  AssetView,
  CurrencyView,
  CurrentBalanceView,
  FiatNames,
  FiatRatesView,
  FillsPage,
  FullBalanceView,
  FullPairView,
  HealthView,
  LoginBody,
  OrdersPage,
  OrderView,
  PairDescriptionView,
  PairView,
  PlaceOrderBody,
  PriceHistoryView,
  ProfileView,
  RefreshBody,
  RefreshedTokens,
  RegistrationBody,
  SocketTicket,
  StartAppBody,
  StartAppView,
  TelegramWidgetBody,
  Tokens,
} from './views.ts'

import type {
  ConfirmEmailBody,
  ForgotBody,
  GoogleBody,
  LinkEmailBody,
  LinkGoogleBody,
  ResetBody,
  WaysView,
} from './ways-views.ts'

declare const shape: unique symbol

export type Access = 'public' | 'bearer'

/** `path` is below the backend's base; `:name` stands for a part of it. */
export type Call<Body, Reply> = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly access: Access
  readonly [shape]?: (body: Body) => Reply
}

export type BodyOf<C> = C extends Call<infer Body, unknown> ? Body : never
export type ReplyOf<C> = C extends Call<never, infer Reply> ? Reply : never

const get = <Reply>(path: string, access: Access): Call<void, Reply> => ({ method: 'GET', path, access })
const post = <Body, Reply>(path: string, access: Access): Call<Body, Reply> => ({ method: 'POST', path, access })
const remove = <Reply>(path: string, access: Access): Call<void, Reply> => ({ method: 'DELETE', path, access })

export const EXCHANGE_BASE = '/exchange-backend'
export const EARN_BASE = '/earn-backend'
/** The header that carries `Bearer {access token}` to the exchange; `authorization` is taken as well. */
export const TOKEN_HEADER = 'telegram-init-data'

export const api = {
  register: post<RegistrationBody, Tokens>('/api/web-auth/email/registration/', 'public'),
  login: post<LoginBody, Tokens>('/api/web-auth/email/login/', 'public'),
  telegramWidget: post<TelegramWidgetBody, Tokens>('/api/web-auth/telegram-widget/', 'public'),
  /** With the ticket of `2FA_REQUIRED`, whichever way in asked for it. */
  secondFactor: post<SecondFactorBody, Tokens>('/api/web-auth/2fa/', 'public'),
  refresh: post<RefreshBody, RefreshedTokens>('/api/web-auth/refresh-token/', 'public'),
  logout: post<RefreshBody, Done>('/api/web-auth/logout/', 'public'),
  socketTicket: post<Record<string, never>, SocketTicket>('/api/web-auth/ws-ticket/', 'bearer'),
  /** With the mini-app's own evidence, or else with a bearer. */
  startApp: post<StartAppBody, StartAppView>('/api/users/start-app/', 'public'),
  profile: get<ProfileView>('/api/users/profile/', 'bearer'),
  setTwoFactor: post<Record<string, never>, TwoFactorSetup>('/api/users/set-2fa/', 'bearer'),
  confirmTwoFactor: post<ConfirmTwoFactorBody, RecoveryCodesView>('/api/users/confirm-2fa/', 'bearer'),
  disableTwoFactor: post<DisableTwoFactorBody, Done>('/api/users/disable-2fa/', 'bearer'),
  recoveryCodes: post<NewRecoveryCodesBody, RecoveryCodesView>('/api/users/recovery-codes/', 'bearer'),
  setPassword: post<SetPasswordBody, Done>('/api/users/set-password/', 'bearer'),
  sessions: get<readonly SessionView[]>('/api/users/sessions/', 'bearer'),
  endSession: remove<Done>('/api/users/sessions/:session/', 'bearer'),
  /** All of them; with `?others=true` all but the one that asks. */
  endSessions: remove<Done>('/api/users/sessions/', 'bearer'),
  loginHistory: get<LoginHistoryPage>('/api/users/login-history/', 'bearer'),
  linkTelegram: post<LinkTelegramBody, Done>('/api/users/link/telegram/', 'bearer'),
  unlink: post<UnlinkBody, Done>('/api/users/unlink/', 'bearer'),
  currencies: get<readonly CurrencyView[]>('/api/coins/currencies', 'public'),
  coinPairs: get<readonly PairView[]>('/api/coins/trading_pairs', 'public'),
  pairs: get<readonly PairView[]>('/api/trading_pairs/', 'public'),
  fullPairs: get<readonly FullPairView[]>('/api/trading_pairs/full', 'public'),
  pairDescription: get<PairDescriptionView>('/api/trading_pairs/:id/description/', 'public'),
  priceHistory: get<PriceHistoryView>('/api/trading_pairs/:id/history/', 'public'),
  fiatNames: get<FiatNames>('/api/fiat_rate/list_fiat_rates/', 'public'),
  fiatRates: get<FiatRatesView>('/api/fiat_rate/', 'public'),
  assets: get<readonly AssetView[]>('/api/assets/', 'bearer'),
  currentBalance: get<CurrentBalanceView>('/api/assets/balance/current', 'bearer'),
  fullBalance: get<FullBalanceView>('/api/assets/full-balance/', 'bearer'),
  placeOrder: post<PlaceOrderBody, OrderView>('/api/orders/', 'bearer'),
  cancelOrder: remove<OrderView>('/api/orders/:uuid/', 'bearer'),
  orders: get<OrdersPage>('/api/orders/', 'bearer'),
  fills: get<FillsPage>('/api/orders/fills/', 'bearer'),
  notifications: get<NotificationsView>('/api/users/notifications/', 'bearer'),
  invite: get<InviteView>('/api/users/invite/', 'bearer'),
  inviteMessage: post<Record<string, never>, InviteMessageView>('/api/users/invite/message/', 'bearer'),
  setNotifications: post<NotificationsBody, NotificationsView>('/api/users/notifications/', 'bearer'),
  ways: get<WaysView>('/api/web-auth/ways/', 'public'),
  google: post<GoogleBody, Tokens>('/api/web-auth/google/', 'public'),
  confirmEmail: post<ConfirmEmailBody, Done>('/api/web-auth/email/confirm/', 'public'),
  forgot: post<ForgotBody, Done>('/api/web-auth/email/forgot/', 'public'),
  reset: post<ResetBody, Done>('/api/web-auth/email/reset/', 'public'),
  sendConfirmation: post<Record<string, never>, Done>('/api/users/email/confirmation/', 'bearer'),
  linkEmail: post<LinkEmailBody, Done>('/api/users/link/email/', 'bearer'),
  linkGoogle: post<LinkGoogleBody, Done>('/api/users/link/google/', 'bearer'),
} as const

export const health: Call<void, HealthView> = get('/health', 'public')
/** All calls, in the words that machines read. */
export const openApi: Call<void, Readonly<Record<string, unknown>>> = get('/openapi.json', 'public')

/** Outside both backends. */
export const outside = { health, openApi } as const
