/** The history of deposits, withdrawals, conversions, rewards and commissions. */

import type { TransactionType } from '../../contract/transactions/views.ts'

export const historyText = {
  title: 'History',
  types: {
    deposit: 'Deposits',
    withdrawal: 'Withdrawals',
    convert: 'Conversions',
    reward: 'Rewards',
    referral: 'Referrals',
  } satisfies Record<TransactionType, string>,
  one: {
    deposit: 'Deposit',
    withdrawal: 'Withdrawal',
    convert: 'Conversion',
    reward: 'Reward',
    referral: 'Commission',
  } satisfies Record<TransactionType, string>,
  filter: 'Type',
  coin: 'Coin',
  allCoins: 'All coins',
  converted: (from: string, to: string) => `${from} to ${to}`,
  more: 'Show more',
  failed: 'An error occurred',
  failedLine: 'Your funds are safe. Try again in a moment.',
  empty: {
    deposit: { title: 'No deposits yet', line: 'Coins that arrive from outside show up here.', action: 'Assets' },
    withdrawal: { title: 'No withdrawals yet', line: 'Coins that you send out show up here.', action: 'Assets' },
    convert: { title: 'No conversions yet', line: 'Exchange one coin for another in two taps.', action: 'Convert' },
    reward: { title: 'No rewards yet', line: 'Mining, daily rewards and tasks show up here.', action: 'Earn XP' },
    referral: {
      title: 'No commissions yet',
      line: 'Your share of the fees of your frens shows up here.',
      action: 'Invite frens',
    },
  } satisfies Record<TransactionType, { title: string; line: string; action: string }>,
  filtered: 'Only one coin is shown.',
  showAll: 'Show all coins',
  details: {
    paid: 'You paid',
    received: 'You received',
    amount: 'Amount',
    rate: 'Rate',
    fee: 'Fee',
    status: 'Status',
    completed: 'Completed',
    time: 'Time',
    utc: 'Time in UTC',
    reason: 'Reason',
    id: 'Id',
    copy: 'Copy id',
  },
} as const
