/** Inviting friends, and the leaderboard. */

import type { FriendStatus } from '../../contract/referrals/views.ts'

export const frensText = {
  title: 'Frens',
  rule: (bonus: string) => `${bonus} XP for every friend who trades 100 USDT`,
  ruleShort: 'Invite friends and earn XP together',
  count: 'Friends',
  earned: 'XP earned',
  code: 'Your code',
  link: 'Your link',
  invite: 'Invite friends',
  copyCode: 'Copy code',
  copyLink: 'Copy link',
  showQr: 'Show QR code',
  qrTitle: 'Scan to join',
  qrAlt: (link: string) => `QR code of ${link}`,
  qrLine: 'Your friend scans this with a phone camera.',
  sent: 'Invitation sent',
  story: 'Share to story',
  /** At most 48 characters. */
  storyLink: 'Join me',
  text: (appName: string, isPlay: boolean) =>
    isPlay
      ? `Join me on ${appName}: free 10,000 play USDT and clear fees.`
      : `Join me on ${appName}: live prices and clear fees.`,
  failed: "Couldn't load your friends",
  failedLine: 'Failed to fetch referral data',
  failedListLine: 'Failed to fetch referrals',
  commission: 'Trading commission',
  commissionLine: (percent: string | undefined) =>
    `${percent === undefined ? 'A share' : `${percent}%`} of your friends' fees, paid every day at 00:10 UTC`,
  list: 'Your friends',
  /** In place of the list, until there is a friend. */
  steps: {
    title: 'How it works',
    share: 'Share your link or your code.',
    trade: 'A friend signs up with it and trades 100 USDT.',
    earn: (bonus: string, percent: string | undefined) =>
      `You get ${bonus} XP, and ${percent === undefined ? 'a share' : `${percent}%`} of the fees your friend pays.`,
  },
  statuses: {
    registered: 'Joined',
    trading: 'Trading',
    active: 'Active',
    inactive: 'Inactive',
    not_counted: 'Not counted',
  } satisfies Record<FriendStatus, string>,
  joined: (status: string, day: string) => `${status}, since ${day}`,
  leaderboard: {
    title: 'Leaderboard',
    week: (from: string, to: string) => `XP earned ${from} to ${to} (UTC)`,
    failed: "Couldn't load the leaderboard",
    none: 'No XP earned this week yet',
    noneLine: 'Claim a reward to be the first.',
    youAs: (name: string) => `${name} (you)`,
    all: (count: number) => `Show all ${count}`,
    rank: (rank: number) => `Your rank: ${rank}`,
    unranked: 'You have no XP this week yet',
    hide: 'Hide me',
    hideLine: 'Others do not see your name or your XP.',
    hidden: 'You are hidden',
    shown: 'You are on the leaderboard',
  },
} as const
