/** The home page. */

export const homeText = {
  trade: 'See prices',
  markets: 'Markets',
  why: (appName: string) => `Why ${appName}`,
  points: {
    fee: (percent: string) => ({ figure: percent, line: 'order book fee' }),
    proof: { figure: 'Daily', line: 'published proof of balances' },
    twoFactor: { figure: '2FA', line: 'for every withdrawal' },
  },
} as const
