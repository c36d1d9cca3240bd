/** The commands of `npm run operator`: which words and options lead to which action of the server. */

import type { ActionName } from '../operator/actions.ts'
import type { ExampleName } from './operator-examples.ts'

/** It asks the server for an action, prints a file without it, or writes one. */
export type CommandLine = Words &
  ({ readonly action: ActionName } | { readonly prints: ExampleName } | { readonly writes: WrittenFile })

export type WrittenFile = 'recovery key' | 'accepted loss'

type Words = {
  /** Words in lower case are typed as they are, others are arguments; `FILE` is read as JSON. */
  readonly words: readonly string[]
  readonly options?: readonly OptionName[]
  /** These may be left out. */
  readonly optional?: readonly OptionName[]
  /** It shows what will be done, and does it only with `--yes`. */
  readonly isConfirmed?: true
  readonly about: string
  /** It needs a reason. */
  readonly isChange?: true
}

type OptionName = 'set' | 'answer' | 'key' | 'sessions' | 'passphrase-file'

export const COMMAND_LINES: readonly CommandLine[] = [
  { action: 'show-parameters', words: ['parameters'], about: 'the parameters of the reward program' },
  {
    action: 'set-parameters',
    words: ['parameters', 'set', 'FILE'],
    about: 'changes the parameters that the JSON file contains, for the future',
    isChange: true,
  },
  { action: 'show-rewards', words: ['rewards'], about: 'funds, what was paid today, and the caps' },
  {
    action: 'fund-rewards',
    words: ['fund-rewards', 'AMOUNT'],
    about: 'creates XP for the account that pays rewards',
    isChange: true,
  },
  { action: 'list-tasks', words: ['tasks'], about: 'all tasks and how often each was claimed' },
  {
    action: 'set-tasks',
    words: ['tasks', 'set', 'FILE'],
    about: 'adds or replaces the task, or the list of tasks, of the JSON file',
    isChange: true,
  },
  { prints: 'tasks', words: ['tasks', 'example'], about: 'prints a file for it' },
  { action: 'retire-task', words: ['tasks', 'retire', 'ID'], about: 'ends a task', isChange: true },
  { action: 'show-standing', words: ['standing', 'USER'], about: 'whether rewards accrue to a user (uuid or email)' },
  {
    action: 'set-standing',
    words: ['standing', 'USER'],
    options: ['set'],
    about: 'changes it to ok, limited or under_review; the user reads the reason',
    isChange: true,
  },
  { action: 'show-level', words: ['level', 'USER'], about: 'the level of verification of a user (uuid or email)' },
  {
    action: 'set-level',
    words: ['set-level', 'USER', 'LEVEL'],
    about: 'changes it to 0 (not verified) or 1 (verified), until the next result of an identity check',
    isChange: true,
  },
  { action: 'list-accounts', words: ['accounts'], about: "accounts whose rows were changed behind the server's back" },
  { action: 'show-account', words: ['accounts', 'show', 'USER'], about: 'what differs, what is stored, and its mark' },
  {
    action: 'accept-account',
    words: ['accounts', 'accept', 'USER', 'MARK'],
    about: 'records what `accounts show` showed as right and lifts the freeze; ask the owner first',
    isChange: true,
  },
  {
    action: 'remove-account',
    words: ['accounts', 'remove', 'USER', 'MARK'],
    about: 'deletes the rows of a user that nobody registered',
    isChange: true,
  },
  {
    action: 'show-freeze',
    words: ['freezes', 'USER'],
    about: 'whether an account is frozen (uuid or email), and by whom',
  },
  {
    action: 'freeze-account',
    words: ['freeze', 'USER'],
    optional: ['sessions'],
    about: 'cancels its orders, and stops orders, withdrawals and claims; --sessions also logs the user out everywhere',
    isChange: true,
  },
  {
    action: 'unfreeze-account',
    words: ['unfreeze', 'USER'],
    about: 'lifts the freeze of an operator; the owner lifts their own',
    isChange: true,
  },
  {
    action: 'list-held-friends',
    words: ['friends', 'USER'],
    about: 'friends who are held back, with their commissions, bonus, and part in tiers and tasks',
  },
  {
    action: 'release-friends',
    words: ['friends', 'release', 'USER'],
    about: 'ends that for all friends of a user; what was held back is booked with the next day',
    isChange: true,
  },
  { action: 'list-appeals', words: ['appeals'], about: 'the open appeals of users, oldest first' },
  {
    action: 'answer-appeal',
    words: ['appeals', 'answer', 'ID'],
    options: ['set', 'answer'],
    about: 'sets the standing of the user, who reads answer and reason',
    isChange: true,
  },
  { action: 'list-withdrawals', words: ['withdrawals'], about: 'the withdrawals that wait for an operator' },
  { action: 'show-withdrawal', words: ['withdrawals', 'UUID'], about: 'what a withdrawal would pay' },
  {
    action: 'approve-withdrawal',
    words: ['approve', 'UUID'],
    optional: ['key'],
    about: 'prints the payment, and with --yes approves it; above a limit of the signer --key is the file of your key',
    isChange: true,
    isConfirmed: true,
  },
  {
    action: 'reject-withdrawal',
    words: ['reject', 'UUID'],
    about: 'returns the amount of a withdrawal; the user reads the reason',
    isChange: true,
  },
  { action: 'show-withdrawal-limits', words: ['withdrawal-limits'], about: 'the limits of withdrawals' },
  {
    action: 'set-withdrawal-limits',
    words: ['withdrawal-limits', 'set', 'FILE'],
    about: 'changes the limits that the JSON file contains: daily, automatic, newAddresses, hourlyPerCoin',
    isChange: true,
  },
  { prints: 'limits', words: ['withdrawal-limits', 'example'], about: 'prints a file for it' },
  { action: 'list-currencies', words: ['currencies'], about: 'the coins, their networks and markets' },
  {
    action: 'add-currencies',
    words: ['currencies', 'list', 'FILE'],
    about: 'lists the coins of the JSON file, or lists hidden coins again',
    isChange: true,
  },
  {
    action: 'hide-currency',
    words: ['currencies', 'hide', 'SYMBOL'],
    about: 'offers a coin no more: no deposits, no markets; balances stay, and can be withdrawn',
    isChange: true,
  },
  { prints: 'currencies', words: ['currencies', 'example'], about: 'prints a file for it' },
  { action: 'list-markets', words: ['markets'], about: 'the markets, their prices, limits and fees' },
  {
    action: 'add-markets',
    words: ['markets', 'list', 'FILE'],
    about: 'lists the markets of the JSON file; rates are in percent',
    isChange: true,
  },
  { prints: 'markets', words: ['markets', 'example'], about: 'prints a file for it' },
  {
    action: 'set-market-status',
    words: ['markets', 'status', 'PAIR', 'STATUS'],
    about: 'trading; cancel_only: no new orders; halted: no new orders, and none can be cancelled',
    isChange: true,
  },
  {
    action: 'set-market-fees',
    words: ['markets', 'fees', 'PAIR', 'MAKER', 'TAKER'],
    about: 'changes the fees, in percent; open orders keep theirs',
    isChange: true,
  },
  {
    action: 'set-market-limits',
    words: ['markets', 'limits', 'PAIR', 'MIN_AMOUNT', 'MAX_AMOUNT', 'MIN_TOTAL', 'MAX_TOTAL'],
    about: 'changes the limits of new orders',
    isChange: true,
  },
  {
    action: 'set-market-band',
    words: ['markets', 'band', 'PAIR', 'PERCENT'],
    about: 'changes how far a limit price may be from the last price',
    isChange: true,
  },
  {
    action: 'set-reference-price',
    words: ['markets', 'reference-price', 'PAIR', 'PRICE'],
    about: 'sets the price that counts as the last one; before the first trade, or while the market is halted',
    isChange: true,
  },
  { action: 'list-networks', words: ['networks'], about: 'the networks, their coins and limits' },
  {
    action: 'set-network',
    words: ['networks', 'set', 'FILE'],
    about: 'adds the network of the JSON file, or changes the limits of its coins',
    isChange: true,
  },
  { prints: 'ethereum', words: ['networks', 'example', 'ethereum'], about: 'prints a file for it' },
  { prints: 'ton', words: ['networks', 'example', 'ton'], about: 'prints a file for it' },
  {
    action: 'pause-network',
    words: ['networks', 'pause', 'CODE'],
    about: 'credits and sends nothing on a network, from now on',
    isChange: true,
  },
  { action: 'resume-network', words: ['networks', 'resume', 'CODE'], about: 'ends a pause', isChange: true },
  {
    action: 'accept-jetton-wallet',
    words: ['networks', 'jetton-wallet', 'CODE'],
    about: 'prints the wallet that a jetton names instead of the one before, and with --yes accepts it',
    isChange: true,
    isConfirmed: true,
  },
  { action: 'reconcile', words: ['reconcile'], about: 'compares the books with the chain, and engine with signer' },
  {
    action: 'reconcile-network',
    words: ['reconcile', 'CODE'],
    about: 'after a restore: books what was paid since the backup, and ends the pause',
    isChange: true,
  },
  { action: 'accept-signer', words: ['signer', 'accept'], about: 'uses another signer; pauses all', isChange: true },
  { action: 'list-unclaimed', words: ['unclaimed'], about: 'deposits that belong to no user' },
  {
    action: 'assign-unclaimed',
    words: ['unclaimed', 'assign', 'TXID', 'PART', 'USER'],
    about: 'credits an unclaimed deposit to a user (uuid or email)',
    isChange: true,
  },
  {
    action: 'return-unclaimed',
    words: ['unclaimed', 'return', 'TXID', 'PART', 'ADDRESS'],
    about: 'sends an unclaimed deposit to an address',
    isChange: true,
  },
  {
    action: 'return-unclaimed',
    words: ['unclaimed', 'return', 'TXID', 'PART'],
    about: 'sends an unclaimed deposit on TON back to its sender',
    isChange: true,
  },
  {
    action: 'list-payments',
    words: ['payments'],
    about: 'jettons on TON that neither arrived nor came back; other payments of the coin wait',
  },
  {
    action: 'settle-payment',
    words: ['payments', 'settle', 'ID'],
    about: 'for jettons that arrived, as the chain shows',
    isChange: true,
  },
  {
    action: 'fail-payment',
    words: ['payments', 'fail', 'ID'],
    about: 'for jettons that did not arrive: returns the amount; the exchange bears what was sent',
    isChange: true,
  },
  {
    action: 'list-unpaid',
    words: ['payments', 'unpaid'],
    about: 'withdrawals that were found on a chain after a restore, and that no account was charged for in full',
  },
  {
    action: 'charge-payment',
    words: ['payments', 'charge', 'TXID', 'USER'],
    about: 'charges a user (uuid or email) with what is missing, up to the free balance; the user reads the reason',
    isChange: true,
  },
  { action: 'list-returns', words: ['returns'], about: 'unclaimed deposits that are sent back' },
  { action: 'show-return', words: ['returns', 'ID'], about: 'what a return would pay' },
  {
    action: 'approve-return',
    words: ['returns', 'approve', 'ID'],
    optional: ['key'],
    about: 'prints the payment of a return, and with --yes approves it with the key in the file --key',
    isChange: true,
    isConfirmed: true,
  },
  {
    action: 'cancel-return',
    words: ['returns', 'cancel', 'ID'],
    about: 'the deposit is unclaimed again, if it is not being paid yet',
    isChange: true,
  },
  {
    writes: 'recovery key',
    words: ['recovery-key', 'PATH'],
    optional: ['passphrase-file'],
    about: 'writes a new file with the key of the record, sealed to a passphrase: a restore needs it or SECRET_KEY',
    isChange: true,
  },
  {
    writes: 'accepted loss',
    words: ['anchor', 'accept'],
    about: 'for a journal that is known to have lost its newest rows: the next start goes on without them',
    isChange: true,
  },
]
