/** Inviting friends. */

export const frensText = {
  head: 'Invite frens',
  line: 'Friends who join with your link stay linked to you. Rewards are coming soon.',
  code: 'Your code',
  link: 'Your link',
  share: 'Share',
  copyCode: 'Copy code',
  copyLink: 'Copy link',
  sent: 'Invitation sent',
  text: (appName: string, isPlay: boolean) =>
    isPlay
      ? `Join me on ${appName}: free 10,000 play USDT, live prices, clear fees.`
      : `Join me on ${appName}: live prices and clear fees.`,
  failed: 'Failed to fetch referral data',
  failedLine: 'Try again in a moment.',
} as const
