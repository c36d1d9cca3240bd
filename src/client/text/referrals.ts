/** Commissions from the fees of direct friends. */

export const referralsText = {
  profit: 'Total profit',
  unit: 'USDT',
  valued: 'Value at current prices',
  amounts: 'Received',
  count: 'Friends',
  active: 'Active',
  share: 'Your share',
  toNext: (count: number, percent: string) =>
    count === 1 ? `1 more active friend for ${percent}%` : `${count} more active friends for ${percent}%`,
  highest: 'Highest tier reached',
  progress: 'Progress to the next tier',
  tierRow: (count: number) => (count === 0 ? 'From the start' : `From ${count} active friends`),
  how: 'How it works',
  steps: [
    { title: 'Share your link', line: 'Friends who sign up with it stay linked to you.' },
    { title: 'They trade', line: 'A share of every fee they pay is yours. They pay nothing extra.' },
    { title: 'You get paid', line: 'Every day at 00:10 UTC, in the currencies in which they paid.' },
  ],
  activeLine: 'A friend is active if they paid a fee in the last 30 days.',
  list: 'Your friends',
  none: 'No friends yet',
  noneLine: 'Share your link. Everyone who joins with it shows up here.',
  failedLine: 'Your funds are safe. Try again in a moment.',
  volume: (amount: string) => `Volume ${amount} USDT`,
  payouts: 'Payouts',
  nextPayout: (time: string) => `Next payout ${time}`,
  noPayouts: 'No payouts yet',
  noPayoutsLine: "You're paid the day after a friend's first trade.",
} as const
