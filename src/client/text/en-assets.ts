/** The words of what the reader owns: the balance, an asset, the money it is shown in. */

import type { Period } from '../../contract/timeframes.ts'

export const balance = {
  /** What came from outside is no profit. */
  cameIn: (money: string) => `${money} USDT came in, not counted as profit`,
  wentOut: (money: string) => `${money} USDT went out, not counted as loss`,
  nothingMoved: 'Nothing came in or went out',
  periods: 'Period',
  unit: 'Show the total in',
  line: (period: Period, from: string, to: string) => `Balance over ${period}, from ${from} to ${to} USDT`,
  hiddenLine: (period: Period) => `Balance over ${period}, amounts hidden`,
  point: (time: string, money: string) => `${money} USDT, ${time}`,
  failed: 'Could not load your balance history. Your funds are safe.',
} as const

export const holdings = {
  shares: 'Shares of your assets',
  share: (symbol: string, percent: string) => `${symbol} ${percent}%`,
  rest: 'Other',
  small: 'PnL is unrealized, by average cost.',
  empty: 'No positions yet',
  emptyLine: 'Buy a coin and it stands here, with what it cost.',
  trade: 'Trade',
} as const

export const fiat = {
  currency: 'Currency',
  language: 'Language',
  look: 'Theme',
  search: 'Search currencies',
  none: 'No such currency',
  noneLine: 'Try its code or its name.',
  clear: 'Clear search',
  failedNames: 'Failed to fetch currencies',
  failedRate: 'Failed to fetch currency rate',
  failedLine: 'Amounts are shown in USD until it works.',
  soon: 'Coming soon',
  rate: (money: string) => `1 USDT = ${money}`,
  rateOf: (time: string) => `rate of ${time}`,
  dollars: 'A USDT counts as a dollar.',
  missing: (code: string) => `No rate for ${code}, shown in USD.`,
  forShow: 'For show only: you trade in USDT.',
} as const

export const asset = {
  title: 'Asset',
  available: 'Available',
  inOrders: 'In orders',
  average: 'Average price',
  pnl: 'Unrealized PnL',
  about: 'About PnL',
  line: (pair: string, period: Period, from: string, to: string) => `${pair} over ${period}, from ${from} to ${to}`,
  point: (price: string, time: string) => `${price}, ${time}`,
  nowAt: (price: string) => `${price}, now`,
  failedLine: 'Could not load the price history.',
  trade: (symbol: string) => `Trade ${symbol}`,
  markets: 'Markets',
  history: 'History',
  orders: 'Orders',
  fills: 'Fills',
  none: 'No such asset',
  noneLine: (symbol: string) => `${symbol} is not listed here.`,
  nothingAsked: 'Choose one of your assets.',
  toAssets: 'Assets',
  bought: (base: string, price: string) => `Bought ${base}at ${price}`,
  sold: (base: string, price: string) => `Sold ${base}at ${price}`,
  fee: (amount: string) => `Fee ${amount}`,
  order: { limit: { buy: 'Limit buy', sell: 'Limit sell' }, market: { buy: 'Market buy', sell: 'Market sell' } },
  at: (price: string) => `at ${price}`,
  notFilled: 'Not filled',
} as const

/** Only the first is there; each is told in itself. */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'ru', name: 'Русский' },
  { code: 'uk', name: 'Українська' },
  { code: 'es', name: 'Español' },
  { code: 'pt', name: 'Português' },
  { code: 'tr', name: 'Türkçe' },
  { code: 'de', name: 'Deutsch' },
  { code: 'fr', name: 'Français' },
  { code: 'id', name: 'Bahasa Indonesia' },
  { code: 'zh', name: '简体中文' },
] as const
