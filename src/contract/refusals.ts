/** Every refusal: its code, its HTTP status and its default text in English. The app shows texts of its own by code. */

export type RefusalCode = keyof typeof REFUSALS
/** `refused` is the tag. `challengeToken` (`ticket` in the JSON) continues a login that needs a second factor. */
export type Refusal = {
  readonly refused: true
  readonly code: RefusalCode
  readonly params: Readonly<Record<string, string>>
  readonly challengeToken?: string
}

type Params = Readonly<Record<string, string>>

/** `field` is the invalid field of the body, if there is one. */
type Row = {
  readonly status: number
  readonly text: (params: Params) => string
  readonly field?: (params: Params) => string
}

const REFUSALS = {
  UNAUTHORIZED: { status: 401, text: () => 'Unauthorized' },
  INVALID_CREDENTIALS: { status: 400, text: () => 'Invalid credentials. Please try again.' },
  EMAIL_TAKEN: { status: 409, text: () => 'This email is already registered.' },
  FOREIGN_ORIGIN: { status: 403, text: () => 'This request came from another site.' },
  '2FA_REQUIRED': { status: 403, text: () => 'Enter your 2FA code.' },
  SIGN_IN_EXPIRED: { status: 400, text: () => 'This sign-in was already used or has expired. Sign in again.' },
  INVALID_2FA_CODE: {
    status: 400,
    // `used`: the kind of a code that was right before.
    text: ({ used }: Params) =>
      used === undefined
        ? 'Invalid 2FA code.'
        : used === 'code'
          ? 'This code was used. Wait for the next one.'
          : 'This recovery code was used. Enter another one.',
    field: () => 'code',
  },
  '2FA_LOCKED': { status: 429, text: () => 'Too many wrong codes. Wait a few minutes, then try again.' },
  '2FA_ALREADY_ON': { status: 409, text: () => '2FA is already on.' },
  '2FA_NOT_ON': { status: 409, text: () => '2FA is not on.' },
  '2FA_SETUP_EXPIRED': { status: 400, text: () => 'This 2FA setup has expired. Start again.', field: () => 'secret' },
  COMMON_PASSWORD: {
    status: 422,
    text: () => 'This password is too common. Choose another one.',
    field: () => 'password',
  },
  BLANK_PASSWORD: {
    status: 422,
    text: () => 'A password needs characters that can be seen.',
    field: () => 'password',
  },
  BROKEN_PASSWORD: {
    status: 422,
    text: () => 'The password contains half of a character, such as of an emoji. Type it again.',
    field: () => 'password',
  },
  PASSWORD_IS_EMAIL: {
    status: 422,
    text: () => 'Your password must not be your email. Choose another one.',
    field: () => 'password',
  },
  WRONG_PASSWORD: { status: 400, text: () => 'Wrong password.', field: (p) => p.field ?? 'password' },
  REAUTH_REQUIRED: { status: 403, text: (p) => REAUTHENTICATION[p.by ?? ''] ?? "Confirm it's you." },
  WAY_TOO_NEW: {
    status: 403,
    text: () => 'This sign-in method was added less than a day ago. Sign in with an older one, then try again.',
  },
  OTHER_WAYS_TOO_NEW: {
    status: 409,
    text: () => 'Your other sign-in methods were added less than 72 hours ago. Unlink this one later.',
  },
  UNDO_INVALID: { status: 400, text: () => 'This link is not valid. Open it from the message again.' },
  UNDO_USED: { status: 400, text: () => 'This link was already used.' },
  UNDO_EXPIRED: { status: 400, text: () => 'This link has expired: it was valid for 72 hours. Contact support.' },
  FREEZE_LINK_INVALID: { status: 400, text: () => 'This link is not valid. Open it from the message again.' },
  FREEZE_LINK_EXPIRED: { status: 400, text: () => 'This link has expired.' },
  SESSION_NOT_FOUND: { status: 404, text: () => 'This session has ended.' },
  WAY_TAKEN: { status: 409, text: () => 'This sign-in is already linked to another account.' },
  WAY_LINKED: { status: 409, text: () => 'Unlink the current one first.' },
  WAY_NOT_LINKED: { status: 409, text: () => 'This sign-in is not linked to your account.' },
  LAST_WAY_IN: { status: 409, text: () => 'This is your only sign-in method. Add another one first.' },
  TELEGRAM_NOT_CONFIGURED: {
    status: 409,
    text: () => "Telegram sign-in isn't available yet. Use email instead.",
  },
  INIT_DATA_REQUIRED: { status: 400, text: () => 'Open the app in Telegram, or sign in.' },
  INIT_DATA_EXPIRED: {
    status: 400,
    text: () => 'Your Telegram session has expired. Close the app and open it again in Telegram.',
  },
  INVALID_TELEGRAM_DATA: { status: 400, text: () => 'Invalid Telegram data' },
  WIDGET_DATA_EXPIRED: { status: 400, text: () => 'This Telegram sign-in was already used or has expired. Try again.' },
  GOOGLE_NOT_CONFIGURED: {
    status: 409,
    text: () => "Google sign-in isn't available yet. Use email instead.",
  },
  GOOGLE_UNREACHABLE: { status: 409, text: () => "Can't reach Google right now. Try again in a moment." },
  GOOGLE_FAILED: { status: 400, text: () => 'Google authorization failed' },
  REDIRECT_NOT_OURS: { status: 400, text: () => 'Google sign-in failed. Try again.' },
  GOOGLE_EMAIL_TAKEN: {
    status: 409,
    text: () => 'An account with this email already exists. Sign in with your password, then link Google in Settings.',
  },
  MAIL_NOT_CONFIGURED: { status: 409, text: () => "Email isn't available here. Contact support." },
  LINK_EXPIRED: { status: 400, text: () => 'This link was already used or has expired. Get a new one.' },
  NO_EMAIL: { status: 409, text: () => 'Your account has no email yet.' },
  EMAIL_CONFIRMED: { status: 409, text: () => 'Your email is already confirmed.' },
  INVALID_REQUEST: { status: 422, text: (p: Params) => p.reason ?? 'This request is not valid.' },
  INVALID_NUMBER: {
    status: 400,
    text: (p: Params) => `${p.field ?? 'A number'} is not a plain decimal number, or has too many digits.`,
  },
  UNKNOWN_COMMAND: { status: 400, text: () => 'Unknown command.' },
  UNAUTHORIZED_TRADE: { status: 403, text: () => 'Sign in or sign up to trade.' },
  ACCOUNT_NOT_FOUND: { status: 404, text: () => 'This account does not exist.' },
  ACCOUNT_FROZEN: { status: 403, text: () => 'Your account is frozen. See Settings, Security.' },
  ACCOUNT_DIFFERS: {
    status: 403,
    text: () => 'Your account is frozen because its stored data was changed from outside. Contact support.',
  },
  CREDENTIALS_OUTDATED: { status: 409, text: () => 'What is stored about this account has changed since.' },
  NOT_FROZEN: { status: 409, text: () => 'This account is not frozen in this way.' },
  PAIR_NOT_FOUND: { status: 404, text: () => 'This pair is not listed.' },
  PAIR_HALTED: { status: 409, text: (p: Params) => `Trading is paused for ${p.pair}.` },
  CURRENCY_NOT_FOUND: { status: 404, text: () => 'This currency is not listed.' },
  LISTING_CONFLICT: { status: 409, text: (p: Params) => `${p.name} is already listed with different terms.` },
  LISTING_INVALID: { status: 400, text: (p: Params) => `${p.name} cannot be listed: ${p.reason}.` },
  HIDE_REFUSED: {
    status: 409,
    text: (p: Params) =>
      `${p.name} cannot be hidden while ${p.pair} is not cancel-only: users must be able to cancel orders.`,
  },
  REFERENCE_PRICE_LOCKED: {
    status: 409,
    text: (p: Params) => `The reference price of ${p.pair} can be set before its first trade, or while it is halted.`,
  },
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
  EXCHANGE_FULL: { status: 503, text: () => 'The exchange is full. Try again later.' },
  POST_ONLY_WOULD_TAKE: {
    status: 409,
    text: () => "Post only: this order would fill right away, so it wasn't placed.",
  },
  NO_LIQUIDITY: { status: 409, text: () => 'No orders to match right now.' },
  FOK_NOT_FILLABLE: { status: 409, text: () => "The whole order can't be filled right now." },
  ORDER_NOT_FOUND: { status: 404, text: () => 'This order is already closed.' },
  REQUEST_EXPIRED: { status: 409, text: () => 'This request arrived too late and was not executed. Try again.' },
  VALID_UNTIL_TOO_FAR: {
    status: 400,
    text: () => 'valid_until may be at most two minutes ahead.',
    field: () => 'valid_until',
  },
  RULES_INVALID: {
    status: 409,
    text: (p: Params) => `Rules ${p.rules} cannot follow rules ${p.current}; the newest are ${p.newest}.`,
  },
  SAME_CURRENCY: { status: 400, text: () => 'Choose two different coins.' },
  PAIR_UNAVAILABLE: { status: 409, text: (p: Params) => `${p.from} cannot be converted to ${p.to} right now.` },
  QUOTE_NOT_FOUND: { status: 404, text: () => 'This quote does not exist. Get a new one.' },
  QUOTE_EXPIRED: { status: 409, text: () => 'This quote has expired. Get a new one.' },
  RATE_CHANGED: { status: 409, text: () => 'The rate has changed. Get a new quote.' },
  RULES_OUTDATED: { status: 409, text: () => 'This needs newer engine rules: set RULES.' },
  REWARDS_NOT_READY: { status: 409, text: () => 'Rewards are not open yet.' },
  REWARDS_UNFUNDED: { status: 409, text: () => 'The reward fund is empty. Nothing was paid; try again later.' },
  REWARDS_CAP_REACHED: { status: 409, text: () => 'All rewards of today are paid out. Try again after 00:00 UTC.' },
  USER_CAP_REACHED: { status: 409, text: () => 'You reached the daily limit. Try again after 00:00 UTC.' },
  REWARD_STANDING: { status: 403, text: (p: Params) => p.reason ?? 'Your account earns no new rewards.' },
  MINING_NOT_RUNNING: { status: 409, text: () => 'No mining run is active.' },
  DAILY_COOLDOWN: { status: 409, text: () => 'You claimed less than 24 hours ago.' },
  TASK_NOT_FOUND: { status: 404, text: () => 'This task does not exist.' },
  TASK_LOCKED: { status: 409, text: (p: Params) => p.reason ?? 'This task is not open yet.' },
  TASK_NOT_DONE: { status: 409, text: () => 'This task is not done yet.' },
  TASK_TOO_EARLY: { status: 409, text: (p: Params) => `Try again in ${p.seconds} s.` },
  TASK_EXPIRED: { status: 409, text: () => 'This task has ended.' },
  TASK_BUDGET_SPENT: { status: 409, text: () => 'All rewards of this task are taken.' },
  TASK_FAILED: { status: 409, text: (p: Params) => p.reason ?? 'This could not be confirmed.' },
  ALREADY_COMPLETED: { status: 409, text: () => 'You already completed this task.' },
  TASK_INVALID: { status: 400, text: (p: Params) => `The task is not valid: ${p.reason}.` },
  PARAMETERS_INVALID: { status: 400, text: (p: Params) => `The parameters are not valid: ${p.reason}.` },
  APPEAL_NOT_NEEDED: { status: 409, text: () => 'Your account is not limited.' },
  APPEAL_OPEN: { status: 409, text: () => 'Your appeal is already being reviewed.' },
  TRANSACTION_NOT_FOUND: { status: 404, text: () => 'This entry does not exist.' },
  NETWORK_NOT_FOUND: { status: 404, text: () => 'This network is not available for this coin.' },
  NETWORK_INVALID: { status: 400, text: (p: Params) => `The network is not valid: ${p.reason}.` },
  NETWORK_UNAVAILABLE: { status: 409, text: () => 'This network is not available right now. Try again later.' },
  DEPOSIT_NOT_FOUND: { status: 404, text: () => 'This deposit does not exist, or it is already assigned.' },
  DEPOSIT_DISABLED: { status: 409, text: (p: Params) => p.notice || 'Deposits are paused on this network.' },
  WITHDRAW_DISABLED: { status: 409, text: (p: Params) => p.notice || 'Withdrawals are paused on this network.' },
  WITHDRAW_HOLD: {
    status: 403,
    text: (p: Params) => `Withdrawals are on hold until ${p.available_at} because your sign-in details changed.`,
  },
  '2FA_SETUP_REQUIRED': { status: 403, text: () => 'Turn on 2FA to withdraw.' },
  INVALID_ADDRESS: {
    status: 400,
    text: (p: Params) => `This is not a valid ${p.network ?? 'network'} address.`,
    field: () => 'address',
  },
  OWN_ADDRESS: {
    status: 400,
    text: () => 'This is a deposit address or a contract of this exchange.',
    field: () => 'address',
  },
  INVALID_MEMO: { status: 400, text: ({ reason }) => reason ?? 'The memo is not valid.', field: () => 'memo' },
  ADDRESS_NOT_WHITELISTED: {
    status: 403,
    text: () => 'Only addresses from your address book that are older than 24 hours can be used.',
    field: () => 'address',
  },
  ADDRESS_EXISTS: { status: 409, text: () => 'This address is already in your address book.', field: () => 'address' },
  ADDRESS_NOT_FOUND: { status: 404, text: () => 'This address is not in your address book.' },
  ADDRESS_BOOK_FULL: { status: 409, text: () => 'Your address book is full. Remove an address first.' },
  PRECISION: {
    status: 400,
    text: (p: Params) => `Amount must be a multiple of ${p.step}.`,
    field: () => 'amount',
  },
  LIMIT_EXCEEDED: {
    status: 403,
    text: (p: Params) => `This is above your limit of ${p.limit} USDT in 24 hours; ${p.used} USDT are used.`,
    field: () => 'amount',
  },
  KYC_REQUIRED: {
    status: 403,
    text: (p: Params) =>
      `This is above your limit of ${p.limit} USDT in 24 hours; ${p.used} USDT are used. ` +
      `Verify your identity to withdraw up to ${p.verified_limit} USDT.`,
    field: () => 'amount',
  },
  KYC_NOT_CONFIGURED: { status: 409, text: () => 'The identity check is not available here.' },
  KYC_UNREACHABLE: { status: 503, text: () => 'The identity check is not available right now. Try again later.' },
  KYC_ALREADY_APPROVED: { status: 409, text: () => 'Your identity is already verified.' },
  KYC_REJECTED: { status: 409, text: () => 'Your identity check was rejected. Contact support.' },
  NEW_ADDRESS_LIMIT: {
    status: 403,
    text: (p: Params) => `At most ${p.limit} USDT a day can go to new addresses; ${p.used} USDT are used.`,
    field: () => 'amount',
  },
  TOO_MANY_WITHDRAWALS: { status: 409, text: () => 'You have too many withdrawals. Try again tomorrow.' },
  WITHDRAWAL_NOT_FOUND: { status: 404, text: () => 'This withdrawal does not exist.' },
  WITHDRAWAL_UNDERWAY: { status: 409, text: () => 'This withdrawal is already being sent and cannot be cancelled.' },
  WITHDRAWAL_CLOSED: { status: 409, text: () => 'This withdrawal is already closed.' },
  LIMITS_INVALID: { status: 400, text: (p: Params) => `The limits are not valid: ${p.reason}.` },
  PAYMENT_NOT_FOUND: { status: 404, text: () => 'This payment does not exist.' },
  PAYMENT_CHARGED: { status: 409, text: () => 'This payment is charged in full.' },
  PAYMENT_REFUSED: { status: 409, text: (p: Params) => `The payment cannot be made: ${p.reason}.` },
  REPORT_NOT_FOUND: { status: 404, text: () => 'This report does not exist, or its proofs are no longer kept.' },
  NOT_IN_REPORT: { status: 404, text: () => 'This report does not contain your account.' },
  ADDRESSES_NOT_PUBLISHED: { status: 404, text: () => 'No real coins stand behind play money.' },
  CLIENT_ID_REUSED: { status: 409, text: () => 'This client id was used for a different request.' },
  RATE_LIMITED: { status: 429, text: () => 'Too many requests. Try again in a moment.' },
  UNAVAILABLE: {
    status: 503,
    text: ({ reason }) =>
      reason === 'stopping'
        ? 'The exchange is stopping. Try again in a moment.'
        : 'The exchange is not taking orders right now. Try again in a moment.',
  },
} as const satisfies Record<string, Row>

const REAUTHENTICATION: Params = {
  code: 'Enter your 2FA code.',
  password: 'Enter your password.',
  'sign-in': 'Sign in again, then try once more.',
}

export const refuse = (code: RefusalCode, params: Params = {}): Refusal => ({ refused: true, code, params })
/** The only guard: a success value may have a field `code`. */
export const isRefused = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value && value.refused === true
export const refusalStatus = (code: RefusalCode): number => REFUSALS[code].status
export const refusalText = ({ code, params }: Refusal): string => REFUSALS[code].text(params)
/** Undefined when the refusal concerns the whole request. */
export function refusedField({ code, params }: Refusal): string | undefined {
  const row: Row = REFUSALS[code]
  return row.field?.(params)
}
