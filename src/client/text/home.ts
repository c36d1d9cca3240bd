/** The home page. */

export const homeText = {
  trade: 'See live prices',
  markets: 'Markets',
  why: (appName: string) => `Why ${appName}`,
  points: {
    play: { figure: '10,000', line: 'play USDT to start' },
    fee: (percent: string) => ({ figure: percent, line: 'maximum fee, shown before you tap' }),
    book: { figure: 'Live', line: 'real order book, with a clear warning if it stops' },
    proof: { figure: 'Daily', line: 'proof that every balance is counted' },
  },
} as const
