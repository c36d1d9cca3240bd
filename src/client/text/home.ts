/** The home page. */

export const homeText = {
  trade: 'See live prices',
  total: 'Total balance',
  play: 'Play money, yours to practise with',
  markets: 'Markets',
  why: (appName: string) => `Why ${appName}`,
  feeLine: 'maximum trading fee on any market, taken from what you receive',
  points: [
    { figure: '0.0₄1237', line: 'tiny prices, easy to read: no counting zeros' },
    { figure: '10 / s', line: 'order book updates, and a clear warning if they stop' },
  ],
} as const
