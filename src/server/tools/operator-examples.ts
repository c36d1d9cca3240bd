/** Complete files for `npm run operator`, with the coins and contracts of the main networks. */

type Terms = readonly [minDeposit: string, withdrawFee: string, minWithdraw: string, maxWithdraw: string]

const asset = (coin: string, contract: string | null, decimals: number, terms: Terms) => {
  const [minDeposit, withdrawFee, minWithdraw, maxWithdraw] = terms
  const amounts = { minDeposit, withdrawFee, minWithdraw, maxWithdraw }
  return { coin, contract, decimals, ...amounts, deposits: 'open', withdrawals: 'open', notice: '' }
}

const ethereum = {
  id: 1,
  code: 'ethereum',
  name: 'Ethereum',
  kind: 'evm',
  chainId: 1,
  gasCoin: 'ETH',
  assets: [
    asset('ETH', null, 18, ['0.002', '0.001', '0.01', '100']),
    asset('USDT', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 6, ['5', '3', '10', '50000']),
  ],
}

const ton = {
  id: 2,
  code: 'ton',
  name: 'TON',
  kind: 'ton',
  chainId: -239,
  gasCoin: 'TON',
  assets: [
    asset('TON', null, 9, ['0.1', '0.05', '0.5', '50000']),
    asset('USDT', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs', 6, ['1', '0.5', '2', '50000']),
  ],
}

const currencies = [
  { symbol: 'USDT', name: 'Tether', decimals: 8 },
  { symbol: 'BTC', name: 'Bitcoin', decimals: 8 },
  { symbol: 'ETH', name: 'Ether', decimals: 8 },
  { symbol: 'TON', name: 'Toncoin', decimals: 8 },
]

type Sizes = readonly [tickSize: string, lotSize: string, minAmount: string, maxAmount: string]

const market = (base: string, [tickSize, lotSize, minAmount, maxAmount]: Sizes, referencePrice: string) => ({
  base,
  quote: 'USDT',
  status: 'cancel_only',
  tickSize,
  lotSize,
  referencePrice,
  minAmount,
  maxAmount,
  minTotal: '1',
  maxTotal: '1000000',
  band: '10',
  makerFee: '0.1',
  takerFee: '0.1',
})

/** They begin without trading, because their reference prices are not those of today. */
const markets = [
  market('BTC', ['0.01', '0.000001', '0.00001', '100'], '100000'),
  market('ETH', ['0.01', '0.00001', '0.0001', '2000'], '3000'),
  market('TON', ['0.0001', '0.01', '0.1', '500000'], '3'),
]

const everything = {
  target: 1,
  after: null,
  opensAt: null,
  closesAt: null,
  maxClaims: null,
  position: 0,
  link: null,
  channel: null,
  code: null,
  questions: [],
}

const tasks = [
  {
    id: 101,
    kind: 'join_channel',
    group: 'social',
    title: 'Join our channel',
    description: '',
    reward: 300,
    ...everything,
    position: 1010,
    link: 'https://t.me/example',
    channel: '@example',
  },
  {
    id: 102,
    kind: 'trade_volume',
    group: 'trade',
    title: 'Trade for 1,000 USDT',
    description: '',
    reward: 800,
    ...everything,
    target: 1000,
    position: 1020,
    opensAt: '2026-12-01T00:00:00Z',
    closesAt: '2030-01-01T00:00:00Z',
  },
  {
    id: 103,
    kind: 'quiz',
    group: 'onboarding',
    title: 'What is a limit order?',
    description: '',
    reward: 200,
    ...everything,
    position: 1030,
    maxClaims: 10000,
    questions: [
      { question: 'Which order can wait in the order book?', options: ['A market order', 'A limit order'], answer: 1 },
    ],
  },
]

/** Those that a new exchange has. In USDT; `daily` by level of verification. */
const limits = { daily: ['1000', '50000'], automatic: '2000', newAddresses: '100', hourlyPerCoin: '100000' }

export const EXAMPLES = { ethereum, ton, tasks, currencies, markets, limits } as const

export type ExampleName = keyof typeof EXAMPLES
