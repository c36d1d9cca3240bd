/** The home page. */

export const homeText = {
  lead: 'Buy and sell crypto on a live order book. You see every fee before you tap Buy.',
  trade: 'See live prices',
  total: 'Total balance',
  markets: 'Markets',
  why: (appName: string) => `Why ${appName}`,
  feeLine: 'maximum trading fee on any market, taken from what you receive',
  points: [
    { figure: '0.0₄1237', line: 'tiny prices, easy to read: no counting zeros' },
    { figure: '10 / s', line: 'order book updates, and a clear warning if they stop' },
  ],
} as const
