/** The home page. */

export const homeText = {
  trade: 'See live prices',
  markets: 'Markets',
  why: (appName: string) => `Why ${appName}`,
  points: {
    fee: (percent: string) => ({ figure: percent, line: 'highest fee of a trade' }),
    proof: { figure: 'Daily', line: 'proof that every balance is counted' },
    twoFactor: { figure: '2FA', line: 'required for every withdrawal' },
  },
} as const
