/** What people read when the exchange refuses, by code. What only a developer can fix gets one general text. */

import type { RefusalCode } from '../../contract/refusals.ts'

type Params = Readonly<Record<string, string>>
type Code = RefusalCode | 'INTERNAL' | 'NOT_FOUND'

const INTERNAL_ERROR = 'Something went wrong on our side. Try again.'

const proofs: Params = {
  code: 'Enter your 2FA code.',
  password: 'Enter your password.',
  'sign-in': 'Log in again, then try once more.',
}

/** Of a request that is not valid, by the field in which a person can make the mistake. */
const fields: Params = {
  email: 'Invalid email address',
  password: 'Use a password of 6 to 256 characters.',
  referrer_uid: 'A referral code has 9 digits',
  code: 'Invalid 2FA code.',
}

export const refusalsText: Readonly<Record<Code, string | ((params: Params) => string)>> = {
  UNAUTHORIZED: 'Your session has ended. Log in again.',
  INVALID_CREDENTIALS: 'Invalid credentials. Please try again.',
  EMAIL_TAKEN: 'This email is already registered.',
  FOREIGN_ORIGIN: 'This request came from another site.',
  '2FA_REQUIRED': 'Enter your 2FA code.',
  SIGN_IN_EXPIRED: 'This login was already used or has expired.',
  INVALID_2FA_CODE: 'Invalid 2FA code.',
  '2FA_LOCKED': 'Too many wrong codes. Wait a few minutes, then try again.',
  '2FA_ALREADY_ON': '2FA is already on.',
  '2FA_NOT_ON': '2FA is not on.',
  '2FA_SETUP_EXPIRED': 'This 2FA setup has expired. Start again.',
  COMMON_PASSWORD: 'This password is too common. Choose another one.',
  BLANK_PASSWORD: 'A password needs characters that can be seen.',
  PASSWORD_IS_EMAIL: 'Your password must not be your email. Choose another one.',
  WRONG_PASSWORD: 'Wrong password.',
  REAUTH_REQUIRED: ({ by = '' }) => proofs[by] ?? "Confirm it's you.",
  WAY_TOO_NEW: 'This login method was added less than a day ago. Log in with an older one, then try again.',
  OTHER_WAYS_TOO_NEW: 'Your other login methods were added less than 72 hours ago. Unlink this one later.',
  UNDO_INVALID: 'This link is not valid. Open it from the message again.',
  UNDO_USED: 'This link was already used.',
  UNDO_EXPIRED: 'This link has expired: it was valid for 72 hours. Contact support.',
  SESSION_NOT_FOUND: 'This device is already logged out.',
  WAY_TAKEN: 'This login is already linked to another account.',
  WAY_LINKED: 'Unlink the current one first.',
  WAY_NOT_LINKED: 'This login is not linked to your account.',
  LAST_WAY_IN: 'This is your only login method. Add another one first.',
  TELEGRAM_NOT_CONFIGURED: "Telegram login isn't available yet. Use email instead.",
  INIT_DATA_REQUIRED: 'Open the app in Telegram, or log in.',
  INIT_DATA_EXPIRED: 'Your Telegram session has expired. Close the app and open it again in Telegram.',
  INVALID_TELEGRAM_DATA: 'Invalid Telegram data',
  WIDGET_DATA_EXPIRED: 'This Telegram login was already used or has expired. Try again.',
  GOOGLE_NOT_CONFIGURED: "Google login isn't available yet. Use email instead.",
  GOOGLE_UNREACHABLE: "Can't reach Google right now. Try again in a moment.",
  GOOGLE_FAILED: 'Google authorization failed',
  REDIRECT_NOT_OURS: 'Google login failed. Try again.',
  GOOGLE_EMAIL_TAKEN:
    'An account with this email already exists. Log in with your password, then link Google in Settings.',
  MAIL_NOT_CONFIGURED: "Email isn't available here. Contact support.",
  LINK_EXPIRED: 'This link was already used or has expired. Get a new one.',
  NO_EMAIL: 'Your account has no email yet.',
  EMAIL_CONFIRMED: 'Your email is already confirmed.',
  INVALID_REQUEST: ({ field = '' }) => fields[field] ?? INTERNAL_ERROR,
  INVALID_NUMBER: INTERNAL_ERROR,
  UNKNOWN_COMMAND: INTERNAL_ERROR,
  UNAUTHORIZED_TRADE: 'Log in or sign up to trade.',
  ACCOUNT_NOT_FOUND: 'This account does not exist.',
  ACCOUNT_FROZEN: 'Trading is disabled on your account. Contact support.',
  PAIR_NOT_FOUND: 'This pair is not listed.',
  PAIR_HALTED: ({ pair }) => `Trading is paused for ${pair}.`,
  CURRENCY_NOT_FOUND: 'This currency is not listed.',
  LISTING_CONFLICT: INTERNAL_ERROR,
  LISTING_INVALID: INTERNAL_ERROR,
  REQUIRED_PRICE: 'Enter a price.',
  REQUIRED_AMOUNT: 'Enter an amount.',
  PRICE_TICK: ({ tick }) => `Price must be a multiple of ${tick}.`,
  PRICE_BAND: ({ last }) => `Price is too far from the market (${last}).`,
  LOT_STEP: ({ step }) => `Amount must be a multiple of ${step}.`,
  MIN_AMOUNT: ({ min, currency }) => `Minimum amount is ${min} ${currency}.`,
  MAX_AMOUNT: ({ max, currency }) => `Maximum amount is ${max} ${currency}.`,
  MIN_NOTIONAL: ({ min, currency }) => `Order total must be at least ${min} ${currency}.`,
  MAX_NOTIONAL: ({ max, currency }) => `Order total must be at most ${max} ${currency}.`,
  INSUFFICIENT_BALANCE: ({ need, available, currency }) =>
    `Insufficient balance: need ${need} ${currency}, available ${available} ${currency}.`,
  MAX_OPEN_ORDERS: 'You have too many open orders. Cancel some first.',
  POST_ONLY_WOULD_TAKE: "Post only: this order would fill right away, so it wasn't placed.",
  NO_LIQUIDITY: 'No orders to match right now.',
  FOK_NOT_FILLABLE: "The whole order can't be filled right now.",
  ORDER_NOT_FOUND: 'This order is already closed.',
  REQUEST_EXPIRED: 'This order arrived too late, so it was not placed. Try again.',
  VALID_UNTIL_TOO_FAR: 'The time on this device is wrong. Reload the app and try again.',
  RULES_INVALID: 'These rules cannot be set.',
  CLIENT_ID_REUSED: INTERNAL_ERROR,
  RATE_LIMITED: 'Too many requests. Try again in a moment.',
  UNAVAILABLE: 'The exchange is temporarily unavailable. Try again in a moment.',
  INTERNAL: INTERNAL_ERROR,
  NOT_FOUND: INTERNAL_ERROR,
}
