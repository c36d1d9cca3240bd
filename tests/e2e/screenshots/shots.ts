/** Every screen and state, by the name of its picture. */

import type { BrowserContext, Page } from 'playwright-core'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api, EARN_BASE } from '../../../src/contract/api.ts'
import type { TasksView } from '../../../src/contract/earn/views.ts'
import type { TransactionView } from '../../../src/contract/transactions/views.ts'
import { dismissMessage, lengthenBalanceHistory, showCodeStep } from '../../fixtures/browser/page-actions.ts'
import { mockPlayMail, NO_MAIL, playMails } from '../../fixtures/browser/play-mails.ts'
import { transactionView } from '../../fixtures/client-transactions.ts'
import { FIXED_TIME } from './fixed-time.ts'

const NOW = new Date(FIXED_TIME).toISOString()

export type Shot = {
  readonly name: string
  readonly path: string
  /** Mocks replies of the server before the page loads. */
  readonly mock?: (target: Page | BrowserContext) => Promise<unknown>
  /** Brings a loaded page into the state. */
  readonly act?: (page: Page) => Promise<unknown>
}

const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const tab = (name: string | RegExp) => (page: Page) => page.getByRole('tab', { name }).first().click()
/** With the rate of this amount, or its refusal. */
const fillPay = async (page: Page, amount: string) => {
  const answered = page.waitForResponse((response) => response.url().endsWith(api.convertQuote.path))
  await page.getByLabel('You pay', { exact: true }).fill(amount)
  await answered
}
const scrollBy = (distance: number) => (page: Page) => page.evaluate((top) => window.scrollBy({ top }), distance)
/** A desktop shows the trades beside the chart. */
async function showTape(page: Page): Promise<void> {
  const trades = page.getByRole('tab', { name: 'Trades' })
  if (await trades.isVisible()) await trades.click()
}

/** A desktop has one table, which folds the coins without a balance. */
async function showOtherAssets(page: Page): Promise<void> {
  const positions = page.getByRole('tab', { name: 'Positions' })
  const isPhone = await positions.isVisible()
  await (isPhone ? positions : page.getByRole('button', { name: /without a balance$/ })).click()
}

/** A desktop has no sheet: the key there asks for the confirmation. */
async function openBuy(page: Page): Promise<void> {
  await click(/^Buy ETH/)(page)
  await page
    .getByRole('dialog')
    .getByText(/^(About|You receive about)/)
    .waitFor()
}

/** Hashes, and ids and numbers of commands, depend on when the play chains were read. */
const coverIds = (page: Page) =>
  page.locator('code, dt:has-text("After command") + dd').evaluateAll((all) => {
    for (const each of all) each.textContent = '0'.repeat(each.textContent.length)
  })

/** Scrolls below the fold. */
const scroll = scrollBy(700)

const scrollSheet = async (page: Page) =>
  page.locator('[role=dialog] > :last-child').evaluate((body) => body.scrollTo(0, 2_000))

async function mockNotifications(target: Page | BrowserContext): Promise<void> {
  const notification = { pair_id: null, at: NOW, read: false }
  const notifications = [
    {
      ...notification,
      id: 3,
      kind: 'mining_finished',
      title: 'Mining finished',
      text: 'Claim 96 XP and start the next run.',
      link: '/earn',
    },
    {
      ...notification,
      id: 2,
      kind: 'order_filled',
      title: 'Order filled',
      text: 'Bought 0.01 BTC at 61000 USDT. Total 610 USDT.',
      link: '/trade',
      pair_id: 1,
    },
    {
      ...notification,
      id: 1,
      kind: 'friend_joined',
      title: 'A friend joined',
      text: 'Your friend signed up with your invite.',
      link: '/frens',
      read: true,
    },
  ]
  const list = new RegExp(`${api.notificationList.path}\\?`)
  await target.route(list, (route) => route.fulfill({ json: { notifications, next: false, unread: 2 } }))
}

/** A conversion through a third coin, and small deposits that are credited, confirm and were too small. */
const mockRows = (type: 'deposit' | 'convert') => async (target: Page | BrowserContext) => {
  const small = (uuid: string, fields: Partial<TransactionView>) =>
    transactionView(uuid, 'deposit', { reason: '12 deposits of less than 0.01 USDT each', ...fields })
  const rows = [
    small('1', { count: 12, amount: '0.0431' }),
    small('2', { count: 3, amount: '0.00000081', currency_symbol: 'ETH', status: 'confirming' }),
    small('3', { count: 1_204, amount: '0.000013', currency_symbol: 'TON', status: 'failed' }),
    transactionView('4', 'deposit', { amount: '25', network: 'Ethereum', reason: 'Deposit' }),
    transactionView('5', 'convert', {
      currency_symbol: 'ETH',
      amount: '0.1',
      to_amount: '0.00287',
      to_currency_symbol: 'BTC',
      rate: '0.0287',
      fee: '0.0000143',
      fee_symbol: 'BTC',
      change: '0.09132',
      change_symbol: 'USDT',
    }),
  ]
  const history = rows.filter((row) => row.type === type).map((row) => ({ ...row, created_at: NOW, updated_at: NOW }))
  await target.route(`**${api.transactions.path}?*`, (route) => route.fulfill({ json: { history, next: false } }))
  const done = [{ status: 'completed', text: 'Completed', at: NOW }]
  await target.route(`**${api.transaction.path.replace(':uuid', '1')}`, (route) =>
    route.fulfill({ json: { ...history[0], timeline: done, fills: [] } }),
  )
}

const mockProfile = (facts: Partial<ProfileView>) => async (target: Page | BrowserContext) => {
  await target.route(`**${api.profile.path}`, async (route) => {
    const reply = await route.fetch({ maxRetries: 2 })
    await route.fulfill({ json: { ...(await reply.json()), ...facts } })
  })
}

/** The first open task can be claimed, and the locked ones are otherwise done. */
const mockTasks = async (target: Page | BrowserContext) => {
  await target.route(`**${EARN_BASE}${api.tasks.path}`, async (route) => {
    const reply = await route.fetch({ maxRetries: 2 })
    const { tasks, ...rest } = (await reply.json()) as TasksView
    const open = tasks.find(({ status }) => status === 'available')
    const full = tasks.map((task) => (task.status === 'locked' ? { ...task, progress: '1000', target: '1000' } : task))
    const ready = full.map((task) => (task.id === open?.id ? { ...task, status: 'claimable' } : task))
    await route.fulfill({ json: { ...rest, tasks: ready } })
  })
}

const LIFTING = { origin: 'owner', since: NOW, lifts_at: new Date(FIXED_TIME + 86_000_000).toISOString() } as const
const BY_OWNER = { origin: 'owner', since: NOW, lifts_at: null } as const
const BY_OPERATOR = { origin: 'operator', since: NOW, lifts_at: null } as const

const TON_DEPOSIT = '/wallet?deposit&currency=TON'

const waitForMemoRule = (page: Page) => page.getByText('I will add the memo').waitFor()

const acceptMemo = (page: Page) => page.getByText('I will add the memo').click()

async function payWith(page: Page, amount: string): Promise<void> {
  await click('Pay with wallet')(page)
  await page.getByLabel('Amount in TON').last().fill(amount)
  await click(/^Tonkeeper/)(page)
}

export const GUEST: readonly Shot[] = [
  { name: 'home-guest', path: '/' },
  { name: 'discover', path: '/discover' },
  { name: 'login', path: '/login' },
  { name: 'register', path: '/register' },
  { name: 'register-why', path: '/earn' },
  { name: 'register-refused', path: '/register', act: click('Sign up') },
  { name: 'login-code', path: '/login', act: (page) => showCodeStep(page) },
  {
    name: 'login-recovery',
    path: '/login',
    act: async (page) => {
      await showCodeStep(page)
      await click('Lost your device?')(page)
    },
  },
  { name: 'forgot', path: '/forgot' },
  {
    name: 'forgot-sent',
    path: '/forgot',
    act: async (page) => {
      await page.getByLabel('Email').fill('maya.rey@example.com')
      await click('Send link')(page)
    },
  },
  { name: 'play-mail', path: '/play/mail', mock: (target) => mockPlayMail(target, NO_MAIL) },
  {
    name: 'play-mail-open',
    path: '/play/mail',
    mock: (target) => mockPlayMail(target, playMails(NOW)),
    act: click(/^Reset your/),
  },
  { name: 'reset', path: '/reset#token=x' },
  { name: 'reset-without-link', path: '/reset' },
  { name: 'confirm', path: '/confirm#token=x' },
  { name: 'undo-invalid', path: '/undo#token=x' },
  { name: 'freeze', path: '/freeze#token=x' },
  { name: 'freeze-invalid', path: '/freeze#token=x', act: click('Freeze my account') },
  { name: 'trade-guest', path: '/trade' },
  { name: 'not-found', path: '/nowhere' },
  { name: 'about', path: '/about' },
  { name: 'liabilities-guest', path: '/liabilities' },
  { name: 'help', path: '/help' },
  { name: 'terms', path: '/terms' },
  { name: 'privacy', path: '/privacy' },
]

const WITHDRAWAL = '/wallet?withdraw&currency=USDT&network=ton'

async function fillWithdrawal(page: Page): Promise<void> {
  await click('My play wallet')(page)
  await page.getByLabel('Memo (comment)').fill('rent 42')
  await click('Continue')(page)
  await page.getByRole('textbox', { name: 'Amount' }).fill('25')
}

/** For an account with 2FA. */
export const WITH_2FA: readonly Shot[] = [
  { name: 'settings-address', path: '/settings/addresses', act: click('Add address') },
  { name: 'ton-withdraw', path: WITHDRAWAL, act: (page) => page.getByText('Sending to an exchange?').waitFor() },
  { name: 'ton-withdraw-amount', path: WITHDRAWAL, act: fillWithdrawal },
  {
    name: 'ton-withdraw-review',
    path: WITHDRAWAL,
    act: async (page) => {
      await fillWithdrawal(page)
      await click('Continue')(page)
    },
  },
]

export const SIGNED_IN: readonly Shot[] = [
  { name: 'home', path: '/' },
  { name: 'home-first', path: '/', mock: mockProfile({ has_traded: false }) },
  { name: 'home-first-other', path: '/', mock: mockProfile({ has_traded: false }), act: click('Other') },
  {
    name: 'home-first-confirm',
    path: '/',
    mock: mockProfile({ has_traded: false }),
    act: async (page) => {
      await click(/^Buy \w+ for/)(page)
      await page.getByText('You receive about').waitFor()
    },
  },
  { name: 'markets', path: '/markets' },
  { name: 'coin-sheet', path: '/discover?pair=2' },
  { name: 'wallet', path: '/wallet' },
  { name: 'wallet-line', path: '/wallet', mock: lengthenBalanceHistory },
  { name: 'wallet-positions', path: '/wallet', act: showOtherAssets },
  { name: 'asset', path: '/asset?symbol=BTC' },
  { name: 'asset-buy', path: '/asset?symbol=ETH', act: openBuy },
  { name: 'asset-dollars', path: '/asset?symbol=USDT' },
  { name: 'convert', path: '/wallet?convert' },
  { name: 'convert-coins', path: '/wallet?convert', act: click(/^Receive/) },
  { name: 'convert-refused', path: '/wallet?convert', act: (page) => fillPay(page, '0.1') },
  { name: 'convert-quote', path: '/wallet?convert', act: (page) => fillPay(page, '1234.56') },
  {
    name: 'convert-preview',
    path: '/wallet?convert&to=ETH',
    act: async (page) => {
      await fillPay(page, '1234.56')
      await click('Preview')(page)
    },
  },
  {
    name: 'convert-done',
    path: '/wallet?convert&to=ETH',
    act: async (page) => {
      await fillPay(page, '1234.56')
      await click('Preview')(page)
      await click('Convert USDT to ETH')(page)
    },
  },
  { name: 'deposit-coins', path: '/wallet?deposit' },
  { name: 'deposit', path: '/wallet?deposit&currency=ETH' },
  { name: 'deposit-recent', path: '/wallet?deposit&currency=USDT', act: scrollSheet },
  { name: 'ton-deposit', path: TON_DEPOSIT, act: waitForMemoRule },
  { name: 'ton-deposit-address', path: TON_DEPOSIT, act: acceptMemo },
  {
    name: 'ton-deposit-recent',
    path: TON_DEPOSIT,
    act: async (page) => {
      await acceptMemo(page)
      await scrollSheet(page)
    },
  },
  { name: 'ton-pay', path: TON_DEPOSIT, act: click('Pay with wallet') },
  { name: 'ton-pay-refused', path: TON_DEPOSIT, act: (page) => payWith(page, '0.01') },
  { name: 'ton-pay-connect', path: TON_DEPOSIT, act: (page) => payWith(page, '2.5') },
  {
    name: 'ton-play-wallet',
    path: '/wallet?play-wallet',
    act: (page) => page.getByRole('button', { name: 'TON', exact: true }).click(),
  },
  { name: 'withdraw-without-2fa', path: '/wallet?withdraw&currency=ETH' },
  { name: 'play-wallet', path: '/wallet?play-wallet' },
  { name: 'history', path: '/history' },
  {
    name: 'history-trade',
    path: '/history?type=trade',
    act: async (page) => {
      await click(/^Bought/)(page)
      await page.getByRole('region', { name: 'Fills' }).waitFor()
      await coverIds(page)
    },
  },
  {
    name: 'history-details',
    path: '/history?type=convert',
    act: async (page) => {
      await click(/^USDT to/)(page)
      await page.getByRole('dialog').locator('code').first().waitFor()
      await coverIds(page)
    },
  },
  { name: 'history-filtered', path: '/history?days=7' },
  { name: 'history-empty', path: '/history?type=withdrawal' },
  {
    name: 'history-dates',
    path: '/history',
    act: async (page) => {
      const key = page.getByRole('button', { name: 'Filters' })
      const isPhone = await key.isVisible()
      if (isPhone) await key.click()
      await page.getByLabel('Time').selectOption('From … to …')
      await page.getByRole('dialog').getByLabel('From').fill('2026-11-09')
      await page.getByRole('dialog').getByLabel('To').fill('2026-11-03')
      await click(isPhone ? 'Apply' : 'Show')(page)
    },
  },
  { name: 'history-change', path: '/history?type=convert', mock: mockRows('convert') },
  {
    name: 'history-change-details',
    path: '/history?type=convert',
    mock: mockRows('convert'),
    act: click(/^ETH to/),
  },
  { name: 'history-small', path: '/history?type=deposit', mock: mockRows('deposit') },
  { name: 'history-small-details', path: '/history?type=deposit', mock: mockRows('deposit'), act: click(/^12 small/) },
  { name: 'trade', path: '/trade' },
  { name: 'trade-orders', path: '/trade', act: scroll },
  {
    name: 'trade-history',
    path: '/trade',
    act: async (page) => {
      await tab('History')(page)
      await scroll(page)
    },
  },
  {
    name: 'trade-fills',
    path: '/trade',
    act: async (page) => {
      await tab('Fills')(page)
      await scroll(page)
    },
  },
  { name: 'trade-tape', path: '/trade', act: showTape },
  { name: 'trade-info', path: '/trade', act: tab('Info') },
  { name: 'trade-picker', path: '/trade', act: click('choose a pair') },
  { name: 'trade-options', path: '/trade', act: click('Order options') },
  {
    name: 'trade-confirm',
    path: '/trade',
    act: async (page) => {
      await tab('Market')(page)
      await page
        .getByLabel(/Total|Spend/)
        .first()
        .fill('2500')
      await click('Buy BTC')(page)
    },
  },
  { name: 'settings', path: '/settings' },
  { name: 'settings-security', path: '/settings/security' },
  { name: 'settings-identity', path: '/settings/identity?verify' },
  { name: 'settings-addresses', path: '/settings/addresses' },
  { name: 'settings-devices', path: '/settings/devices' },
  { name: 'settings-appearance', path: '/settings/appearance' },
  { name: 'liabilities', path: '/liabilities', act: coverIds },
  {
    name: 'liabilities-details',
    path: '/liabilities',
    act: async (page) => {
      await coverIds(page)
      await scroll(page)
    },
  },
  { name: 'liabilities-check', path: '/liabilities?check' },
  {
    name: 'settings-freeze',
    path: '/settings/security',
    act: (page) => page.getByRole('button', { name: 'Freeze account' }).scrollIntoViewIfNeeded(),
  },
  { name: 'settings-freeze-sheet', path: '/settings/security', act: click('Freeze account') },
  { name: 'settings-frozen', path: '/settings', mock: mockProfile({ freezes: [BY_OWNER] }) },
  {
    name: 'settings-frozen-sheet',
    path: '/settings',
    mock: mockProfile({ freezes: [BY_OWNER] }),
    act: click('Unfreeze'),
  },
  { name: 'settings-frozen-lifting', path: '/settings', mock: mockProfile({ freezes: [LIFTING, BY_OPERATOR] }) },
  { name: 'frozen-trade', path: '/trade', mock: mockProfile({ freezes: [LIFTING] }) },
  { name: 'frozen-home', path: '/', mock: mockProfile({ freezes: [BY_OPERATOR] }) },
  { name: 'settings-2fa', path: '/settings/security/2fa' },
  { name: 'settings-password', path: '/settings/security/password' },
  { name: 'settings-password-refused', path: '/settings/security/password', act: click('Save password') },
  { name: 'notifications', path: '/notifications' },
  { name: 'notifications-filled', path: '/notifications', mock: mockNotifications },
  { name: 'settings-notifications', path: '/settings/notifications' },
  { name: 'frens', path: '/frens' },
  { name: 'frens-leaderboard', path: '/frens', act: scroll },
  { name: 'frens-qr', path: '/frens', act: click('Show QR code') },
  { name: 'referrals', path: '/referrals' },
  { name: 'referrals-list', path: '/referrals', act: scroll },
  { name: 'earn', path: '/earn' },
  { name: 'earn-tasks', path: '/earn', act: scroll },
  { name: 'earn-quiz', path: '/earn', act: click(/^Answer: /) },
  { name: 'earn-ready', path: '/earn', mock: mockTasks },
  { name: 'earn-claimed', path: '/earn', act: click(/^Claim \d+ XP$/) },
  {
    name: 'earn-mining',
    path: '/earn',
    act: async (page) => {
      await click('Start mining')(page)
      await dismissMessage(page, 'Mining started')
    },
  },
]

/** Inside Telegram the theme is Telegram's, and the sheet is absent. */
export const DISPLAY: readonly Shot[] = [
  { name: 'display', path: '/', act: click(/^Display/) },
  {
    name: 'display-language',
    path: '/',
    act: async (page) => {
      await click(/^Display/)(page)
      await tab('Language')(page)
    },
  },
  {
    name: 'display-theme',
    path: '/',
    act: async (page) => {
      await click(/^Display/)(page)
      await tab('Theme')(page)
    },
  },
]

/** Those whose picture on the device, such as `home-phone-dark`, has one of `names` in its name; without names all. */
export const wantedShots = (shots: readonly Shot[], device: string, names: readonly string[]): readonly Shot[] =>
  names.length === 0 ? shots : shots.filter((shot) => names.some((part) => `${shot.name}-${device}`.includes(part)))
