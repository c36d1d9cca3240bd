/** Every way the exchange says no: its code on the wire, the HTTP status it wears, and its words. */

export type RefusalCode = keyof typeof REFUSALS
/** A `ticket` lets the one who was refused go on. */
export type Refusal = {
  readonly code: RefusalCode
  readonly params: Readonly<Record<string, string>>
  readonly ticket?: string
}

type Params = Readonly<Record<string, string>>

/** `field` is the part of the body that is wrong, where that says more. */
type Row = {
  readonly status: number
  readonly text: (params: Params) => string
  readonly field?: (params: Params) => string
}

const REFUSALS = {
  UNAUTHORIZED: { status: 401, text: () => 'Unauthorized' },
  INVALID_CREDENTIALS: { status: 400, text: () => 'Invalid credentials. Please try again.' },
  EMAIL_TAKEN: { status: 409, text: () => 'This email is already registered.' },
  FOREIGN_ORIGIN: { status: 403, text: () => 'This request comes from a page of somebody else.' },
  '2FA_REQUIRED': { status: 403, text: () => 'Enter your 2FA code.' },
  SIGN_IN_EXPIRED: { status: 400, text: () => 'This sign-in was used or is too old. Sign in again.' },
  INVALID_2FA_CODE: { status: 400, text: () => 'Invalid 2FA code.', field: () => 'code' },
  '2FA_LOCKED': { status: 429, text: () => 'Too many wrong codes. Wait some minutes, then try again.' },
  '2FA_ALREADY_ON': { status: 409, text: () => '2FA is on already.' },
  '2FA_NOT_ON': { status: 409, text: () => '2FA is not on.' },
  '2FA_SETUP_EXPIRED': { status: 400, text: () => 'This 2FA setup is too old. Begin again.', field: () => 'secret' },
  COMMON_PASSWORD: {
    status: 422,
    text: () => 'This password is one of the most common ones. Choose another.',
    field: () => 'password',
  },
  PASSWORD_IS_EMAIL: {
    status: 422,
    text: () => 'The password must not be your email. Choose another.',
    field: () => 'password',
  },
  WRONG_PASSWORD: { status: 400, text: () => 'This password is not right.', field: (p) => p.field ?? 'password' },
  REAUTH_REQUIRED: { status: 403, text: (p) => REAUTHENTICATION[p.by ?? ''] ?? 'Confirm that it is you.' },
  SESSION_NOT_FOUND: { status: 404, text: () => 'This session has ended.' },
  WAY_TAKEN: { status: 409, text: () => 'This sign-in belongs to another account.' },
  WAY_LINKED: { status: 409, text: () => 'Unlink the one you have first.' },
  WAY_NOT_LINKED: { status: 409, text: () => 'This sign-in is not linked to your account.' },
  LAST_WAY_IN: { status: 409, text: () => 'This is your only way to sign in. Link another one first.' },
  TELEGRAM_NOT_CONFIGURED: {
    status: 409,
    text: () => 'Telegram sign-in is not configured here: the operator sets BOT_TOKEN.',
  },
  INIT_DATA_REQUIRED: { status: 400, text: () => 'Open the app in Telegram, or sign in.' },
  INIT_DATA_EXPIRED: {
    status: 400,
    text: () => 'This launch is too old. Close the app and open it again in Telegram.',
  },
  INVALID_TELEGRAM_DATA: { status: 400, text: () => 'Invalid Telegram data' },
  WIDGET_DATA_EXPIRED: { status: 400, text: () => 'This Telegram sign-in was used or is too old. Try again.' },
  GOOGLE_NOT_CONFIGURED: {
    status: 409,
    text: () => 'Google sign-in is not configured here: the operator sets GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
  },
  GOOGLE_UNREACHABLE: { status: 409, text: () => 'Google cannot be reached right now. Try again in a moment.' },
  GOOGLE_FAILED: { status: 400, text: () => 'Google authorization failed' },
  REDIRECT_NOT_OURS: { status: 400, text: () => 'Google was asked to send its answer somewhere else.' },
  GOOGLE_EMAIL_TAKEN: {
    status: 409,
    text: () => 'An account with this email exists. Sign in with your password, then link Google in Settings.',
  },
  MAIL_NOT_CONFIGURED: { status: 409, text: () => 'This exchange sends no mail: the operator sets SMTP_URL.' },
  LINK_EXPIRED: { status: 400, text: () => 'This link was used or is too old. Ask for a new one.' },
  NO_EMAIL: { status: 409, text: () => 'Your account has no email yet.' },
  EMAIL_CONFIRMED: { status: 409, text: () => 'Your email is confirmed already.' },
  INVALID_REQUEST: { status: 422, text: (p: Params) => p.reason ?? 'This request is not understood.' },
  INVALID_NUMBER: { status: 400, text: (p: Params) => `${p.field ?? 'A number'} is not a plain decimal number.` },
  UNKNOWN_COMMAND: { status: 400, text: () => 'This command is not known.' },
  UNAUTHORIZED_TRADE: { status: 403, text: () => 'Log in or sign up to trade.' },
  ACCOUNT_NOT_FOUND: { status: 404, text: () => 'This account does not exist.' },
  ACCOUNT_FROZEN: { status: 403, text: () => 'Trading is disabled on your account. Contact support.' },
  PAIR_NOT_FOUND: { status: 404, text: () => 'This pair is not listed.' },
  PAIR_HALTED: { status: 409, text: (p: Params) => `Trading is paused for ${p.pair}.` },
  CURRENCY_NOT_FOUND: { status: 404, text: () => 'This currency is not listed.' },
  LISTING_CONFLICT: { status: 409, text: (p: Params) => `${p.name} is already listed with other terms.` },
  LISTING_INVALID: { status: 400, text: (p: Params) => `${p.name} cannot be listed: ${p.reason}.` },
  REQUIRED_PRICE: { status: 400, text: () => 'Enter a price.' },
  REQUIRED_AMOUNT: { status: 400, text: () => 'Enter an amount.' },
  PRICE_TICK: { status: 400, text: (p: Params) => `Price must be a multiple of ${p.tick}.` },
  PRICE_BAND: { status: 400, text: (p: Params) => `Price is too far from the market (${p.last}).` },
  LOT_STEP: { status: 400, text: (p: Params) => `Amount must be a multiple of ${p.step}.` },
  MIN_AMOUNT: { status: 400, text: (p: Params) => `Minimum amount is ${p.min} ${p.currency}.` },
  MAX_AMOUNT: { status: 400, text: (p: Params) => `Maximum amount is ${p.max} ${p.currency}.` },
  MIN_NOTIONAL: { status: 400, text: (p: Params) => `Order total must be at least ${p.min} ${p.currency}.` },
  MAX_NOTIONAL: { status: 400, text: (p: Params) => `Order total must be at most ${p.max} ${p.currency}.` },
  INSUFFICIENT_BALANCE: {
    status: 400,
    text: (p: Params) => `Insufficient balance: need ${p.need} ${p.currency}, available ${p.available} ${p.currency}.`,
  },
  MAX_OPEN_ORDERS: { status: 409, text: () => 'You have too many open orders.' },
  POST_ONLY_WOULD_TAKE: { status: 409, text: () => 'Order would execute immediately.' },
  NO_LIQUIDITY: { status: 409, text: () => 'No orders to match right now.' },
  FOK_NOT_FILLABLE: { status: 409, text: () => 'The whole order cannot be filled right now.' },
  ORDER_NOT_FOUND: { status: 404, text: () => 'This order is not open.' },
  CLIENT_ID_REUSED: { status: 409, text: () => 'This client id was used for a different request.' },
  RATE_LIMITED: { status: 429, text: () => 'Too many requests. Try again in a moment.' },
  UNAVAILABLE: { status: 503, text: () => 'The exchange is not taking orders right now. Try again in a moment.' },
} as const satisfies Record<string, Row>

const REAUTHENTICATION: Params = {
  code: 'Enter your 2FA code.',
  password: 'Enter your password.',
  'sign-in': 'Sign in again, then try once more.',
}

export const refuse = (code: RefusalCode, params: Params = {}): Refusal => ({ code, params })
export const refusalStatus = (code: RefusalCode): number => REFUSALS[code].status
export const refusalText = ({ code, params }: Refusal): string => REFUSALS[code].text(params)
/** Undefined when it is about the request as a whole. */
export function refusedField({ code, params }: Refusal): string | undefined {
  const row: Row = REFUSALS[code]
  return row.field?.(params)
}
