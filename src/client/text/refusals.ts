/** What people read when the exchange refuses, by code. What only a developer can fix gets one general text. */

import type { RefusalCode } from '../../contract/refusals.ts'
import { grouped } from '../format/numbers.ts'

type Params = Readonly<Record<string, string>>
type Code = RefusalCode | 'INTERNAL' | 'NOT_FOUND'

const INTERNAL_ERROR = 'Something went wrong on our side. Try again.'

const proofs: Params = {
  code: 'Enter your 2FA code.',
  password: 'Enter your password.',
  'sign-in': 'Sign in again, then try once more.',
}

const usedCode = 'This code was used. Wait for the next one.'

const usdt = (amount = ''): string => `${grouped(amount)} USDT`

/** `2026-11-22 14:05 UTC`. */
const utcTime = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`

/** Of a request that is not valid, by the field in which a person can make the mistake. */
const fields: Params = {
  email: 'Invalid email address',
  password: 'Use a password of 6 to 256 characters.',
  referrer_uid: 'A referral code has 9 digits',
  code: 'Invalid 2FA code.',
  address: 'This is not a valid address.',
  label: 'Use a name of 1 to 40 characters.',
}

export const refusalsText: Readonly<Record<Code, string | ((params: Params) => string)>> = {
  UNAUTHORIZED: 'Your session has ended. Sign in again.',
  INVALID_CREDENTIALS: 'Invalid credentials. Please try again.',
  EMAIL_TAKEN: 'This email is already registered.',
  FOREIGN_ORIGIN: 'This request came from another site.',
  '2FA_REQUIRED': 'Enter your 2FA code.',
  SIGN_IN_EXPIRED: 'This sign-in was already used or has expired.',
  INVALID_2FA_CODE: ({ used }) =>
    used === undefined
      ? 'Invalid 2FA code.'
      : used === 'code'
        ? usedCode
        : 'This recovery code was used. Enter another one.',
  '2FA_LOCKED': 'Too many wrong codes. Wait a few minutes, then try again.',
  '2FA_ALREADY_ON': '2FA is already on.',
  '2FA_NOT_ON': '2FA is not on.',
  '2FA_SETUP_EXPIRED': 'This 2FA setup has expired. Start again.',
  COMMON_PASSWORD: 'This password is too common. Choose another one.',
  BLANK_PASSWORD: 'A password needs characters that can be seen.',
  BROKEN_PASSWORD: 'The password contains half of a character, such as of an emoji. Type it again.',
  PASSWORD_IS_EMAIL: 'Your password must not be your email. Choose another one.',
  WRONG_PASSWORD: 'Wrong password.',
  REAUTH_REQUIRED: ({ by = '' }) => proofs[by] ?? "Confirm it's you.",
  WAY_TOO_NEW: 'This sign-in method was added less than a day ago. Sign in with an older one, then try again.',
  OTHER_WAYS_TOO_NEW: 'Your other sign-in methods were added less than 72 hours ago. Unlink this one later.',
  UNDO_INVALID: 'This link is not valid. Open it from the message again.',
  UNDO_USED: 'This link was already used.',
  UNDO_EXPIRED: 'This link has expired: it was valid for 72 hours. Contact support.',
  FREEZE_LINK_INVALID: 'This link is not valid. Open it from the message again.',
  FREEZE_LINK_EXPIRED: 'This link has expired.',
  SESSION_NOT_FOUND: 'This device is already signed out.',
  WAY_TAKEN: 'This sign-in is already linked to another account.',
  WAY_LINKED: 'Unlink the current one first.',
  WAY_NOT_LINKED: 'This sign-in is not linked to your account.',
  LAST_WAY_IN: 'This is your only sign-in method. Add another one first.',
  TELEGRAM_NOT_CONFIGURED: "Telegram sign-in isn't available yet. Use email instead.",
  INIT_DATA_REQUIRED: 'Open the app in Telegram, or sign in.',
  INIT_DATA_EXPIRED: 'Your Telegram session has expired. Close the app and open it again in Telegram.',
  INVALID_TELEGRAM_DATA: 'Invalid Telegram data',
  WIDGET_DATA_EXPIRED: 'This Telegram sign-in was already used or has expired. Try again.',
  GOOGLE_NOT_CONFIGURED: "Google sign-in isn't available yet. Use email instead.",
  GOOGLE_UNREACHABLE: "Can't reach Google right now. Try again in a moment.",
  GOOGLE_FAILED: 'Google authorization failed',
  REDIRECT_NOT_OURS: 'Google sign-in failed. Try again.',
  GOOGLE_EMAIL_TAKEN:
    'An account with this email already exists. Sign in with your password, then link Google in Settings.',
  MAIL_NOT_CONFIGURED: "Email isn't available here. Contact support.",
  LINK_EXPIRED: 'This link was already used or has expired. Get a new one.',
  NO_EMAIL: 'Your account has no email yet.',
  EMAIL_CONFIRMED: 'Your email is already confirmed.',
  INVALID_REQUEST: ({ field = '' }) => fields[field] ?? INTERNAL_ERROR,
  INVALID_NUMBER: INTERNAL_ERROR,
  UNKNOWN_COMMAND: INTERNAL_ERROR,
  UNAUTHORIZED_TRADE: 'Sign in or sign up to trade.',
  ACCOUNT_NOT_FOUND: 'This account does not exist.',
  ACCOUNT_FROZEN: 'Your account is frozen. See Settings, Security.',
  ACCOUNT_DIFFERS: 'Your account is frozen because its stored data was changed from outside. Contact support.',
  CREDENTIALS_OUTDATED: INTERNAL_ERROR,
  NOT_FROZEN: 'Your account is not frozen.',
  PAIR_NOT_FOUND: 'This pair is not listed.',
  PAIR_HALTED: ({ pair }) => `Trading is paused for ${pair}.`,
  CURRENCY_NOT_FOUND: 'This currency is not listed.',
  LISTING_CONFLICT: INTERNAL_ERROR,
  LISTING_INVALID: INTERNAL_ERROR,
  HIDE_REFUSED: INTERNAL_ERROR,
  REFERENCE_PRICE_LOCKED: INTERNAL_ERROR,
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
  EXCHANGE_FULL: 'The exchange is full. Try again later.',
  POST_ONLY_WOULD_TAKE: "Post only: this order would fill right away, so it wasn't placed.",
  NO_LIQUIDITY: 'No orders to match right now.',
  FOK_NOT_FILLABLE: "The whole order can't be filled right now.",
  ORDER_NOT_FOUND: 'This order is already closed.',
  REQUEST_EXPIRED: 'This order arrived too late, so it was not placed. Try again.',
  VALID_UNTIL_TOO_FAR: 'The time on this device is wrong. Reload the app and try again.',
  RULES_INVALID: 'These rules cannot be set.',
  SAME_CURRENCY: 'Choose two different coins.',
  PAIR_UNAVAILABLE: ({ from, to }) => `${from} can't be converted to ${to} right now.`,
  QUOTE_NOT_FOUND: 'This quote is no longer valid. Check the new one.',
  QUOTE_EXPIRED: 'Quote expired. Check the new one.',
  RATE_CHANGED: 'The rate has changed. Check the new one.',
  RULES_OUTDATED: 'This is not open yet.',
  REWARDS_NOT_READY: 'Rewards are not open yet.',
  REWARDS_UNFUNDED: 'The reward fund is empty. Nothing was paid; try again later.',
  REWARDS_CAP_REACHED: "Today's rewards are all paid out. Try again after 00:00 UTC.",
  USER_CAP_REACHED: 'You reached the daily limit. Try again after 00:00 UTC.',
  REWARD_STANDING: ({ reason = 'Your account earns no new rewards.' }) => reason,
  MINING_NOT_RUNNING: 'No mining run is active.',
  DAILY_COOLDOWN: 'You already claimed in the last 24 hours.',
  TASK_NOT_FOUND: 'This task no longer exists.',
  TASK_LOCKED: ({ reason = 'This task is not open yet.' }) => reason,
  TASK_NOT_DONE: 'This task is not done yet.',
  TASK_TOO_EARLY: ({ seconds }) =>
    seconds === undefined ? 'Too early. Try again in a moment.' : `Too early. Try again in ${seconds} s.`,
  TASK_EXPIRED: 'This task has ended.',
  TASK_BUDGET_SPENT: 'All rewards of this task are taken.',
  TASK_FAILED: ({ reason = "We couldn't confirm this. Try again." }) => reason,
  ALREADY_COMPLETED: 'You already completed this task.',
  TASK_INVALID: INTERNAL_ERROR,
  PARAMETERS_INVALID: INTERNAL_ERROR,
  APPEAL_NOT_NEEDED: 'Your account is not limited.',
  APPEAL_OPEN: 'Your appeal is already being reviewed.',
  TRANSACTION_NOT_FOUND: 'This entry no longer exists.',
  NETWORK_NOT_FOUND: 'This coin is not available on this network.',
  NETWORK_INVALID: INTERNAL_ERROR,
  NETWORK_UNAVAILABLE: 'This network is not available right now. Try again later.',
  DEPOSIT_NOT_FOUND: 'This deposit does not exist, or it is already assigned.',
  DEPOSIT_DISABLED: ({ notice }) => notice || 'Deposits are paused on this network.',
  WITHDRAW_DISABLED: ({ notice }) => notice || 'Withdrawals are paused on this network.',
  WITHDRAW_HOLD: ({ available_at }) =>
    available_at === undefined
      ? 'Withdrawals are on hold because your sign-in details changed.'
      : `Your sign-in details changed. Withdrawals open again on ${utcTime(available_at)}.`,
  '2FA_SETUP_REQUIRED': 'Turn on 2FA to withdraw.',
  INVALID_ADDRESS: ({ network }) => `This is not a valid ${network ?? 'network'} address.`,
  OWN_ADDRESS: 'This address belongs to the exchange. Enter an address of yours outside it.',
  INVALID_MEMO: 'Invalid memo.',
  ADDRESS_NOT_WHITELISTED: 'Only addresses that are in your address book for at least 24 hours can be used.',
  ADDRESS_EXISTS: 'This address is already in your address book.',
  ADDRESS_NOT_FOUND: 'This address is not in your address book.',
  ADDRESS_BOOK_FULL: 'Your address book is full. Remove an address first.',
  PRECISION: ({ step }) => `Amount must be a multiple of ${step}.`,
  LIMIT_EXCEEDED: ({ limit, used }) => `You can withdraw ${usdt(limit)} a day. Used today: ${usdt(used)}.`,
  KYC_REQUIRED: ({ limit, used, verified_limit }) =>
    `You can withdraw ${usdt(limit)} a day. Used today: ${usdt(used)}. Verify your identity to withdraw up to ${usdt(verified_limit)}.`,
  KYC_NOT_CONFIGURED: 'The identity check is not available here.',
  KYC_UNREACHABLE: 'The identity check is not available right now. Try again later.',
  KYC_ALREADY_APPROVED: 'Your identity is already verified.',
  KYC_REJECTED: 'Your identity check was rejected. Contact support.',
  NEW_ADDRESS_LIMIT: ({ limit, used }) =>
    `You can send ${usdt(limit)} a day to new addresses. Used today: ${usdt(used)}.`,
  TOO_MANY_WITHDRAWALS: 'You have too many withdrawals. Try again tomorrow.',
  WITHDRAWAL_NOT_FOUND: 'This withdrawal does not exist.',
  WITHDRAWAL_UNDERWAY: 'This withdrawal is already being sent and can no longer be cancelled.',
  WITHDRAWAL_CLOSED: 'This withdrawal is already closed.',
  LIMITS_INVALID: INTERNAL_ERROR,
  PAYMENT_NOT_FOUND: INTERNAL_ERROR,
  PAYMENT_CHARGED: INTERNAL_ERROR,
  PAYMENT_REFUSED: INTERNAL_ERROR,
  REPORT_NOT_FOUND: 'The proofs of this report are no longer kept. Check the newest report.',
  NOT_IN_REPORT: 'This report does not contain your account.',
  ADDRESSES_NOT_PUBLISHED: 'No real coins stand behind play money.',
  CLIENT_ID_REUSED: INTERNAL_ERROR,
  RATE_LIMITED: 'Too many requests. Try again in a moment.',
  UNAVAILABLE: 'The exchange is temporarily unavailable. Try again in a moment.',
  INTERNAL: INTERNAL_ERROR,
  NOT_FOUND: INTERNAL_ERROR,
}
