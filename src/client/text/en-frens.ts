/** The words of inviting others. */

export const invite = {
  title: 'Frens',
  head: 'Invite frens',
  line: 'Whoever signs up by your link is yours for good. Rewards open soon.',
  code: 'Your code',
  link: 'Your link',
  share: 'Share',
  copy: 'Copy',
  copyCode: 'Copy the code',
  copyLink: 'Copy the link',
  sent: 'Invitation sent',
  text: 'Trade with me: a live book, and every fee on screen before you tap Buy.',
  failed: 'Failed to fetch referral data',
  failedLine: 'Try again in a moment.',
} as const
