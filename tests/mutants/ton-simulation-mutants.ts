import type { Mutant } from './mutants.ts'

const SIMULATION = ['simulation/ton/ton.test.ts']
const COMMENTS = ['chains/ton/deposit-memos.test.ts']
const SIGNER = ['signer/ton.test.ts']
const RESULTS = 'src/server/custody/ton/payment-results.ts'
const JETTON_RESULTS = 'src/server/custody/ton/jetton-results.ts'

export const tonSimulationMutants: readonly Mutant[] = [
  {
    name: 'on TON, a forged answer settles a payment of jettons',
    file: JETTON_RESULTS,
    edits: [
      ['rows.some(({ sender }) => sender === wallet)', 'rows.length > 0'],
      ['incoming.from === wallet && ', ''],
    ],
    caughtBy: SIMULATION,
  },
  {
    name: 'on TON, a message counts as dead while it is valid',
    file: 'src/server/custody/ton/executions.ts',
    edits: [["has a time') + HIGHLOAD_TIMEOUT + CLOCK_SECONDS", "has a time') + CLOCK_SECONDS"]],
    caughtBy: SIMULATION,
  },
  {
    name: 'on TON, a message that sent nothing settles its payment',
    file: RESULTS,
    edits: [['  if (outgoing.length === 0) {', '  if (outgoing.length > 99) {']],
    caughtBy: ['server/custody/ton/ton-payments.test.ts'],
  },
  {
    name: 'on TON, jettons that came back are paid',
    file: JETTON_RESULTS,
    edits: [["type: 'fail-payment',\n    proof: 'reverted',", "type: 'settle-payment',"]],
    caughtBy: SIMULATION,
  },
  {
    name: 'on TON, the fee of a payment is booked without its last nanoton',
    file: RESULTS,
    edits: [['const gas = -balanceChange -', 'const gas = -1n - balanceChange -']],
    caughtBy: SIMULATION,
  },
  {
    name: 'on TON, the user of a memo is unknown during a recovery',
    file: 'src/server/custody/ton/ton-watcher.ts',
    edits: [
      [
        "  if (found === undefined) throw new Unavailable('the users are not known')\n  return found.user",
        '  return found?.user',
      ],
    ],
    caughtBy: ['server/custody/ton/ton-watcher.test.ts'],
  },
  {
    name: 'on TON, coins of the own jetton wallet are deposits',
    file: 'src/server/custody/ton/credits.ts',
    edits: [['const isOwn = ownJettonWallets.has(from) || from === address', 'const isOwn = from === address']],
    caughtBy: ['server/custody/ton/ton-payments.test.ts'],
  },
  {
    name: 'on TON, jettons of an aborted transaction are credited',
    file: 'src/chains/ton/deposits.ts',
    edits: [
      [
        'if (incoming === null || incoming.bounced || aborted) return undefined',
        'if (incoming === null || incoming.bounced) return undefined',
      ],
    ],
    caughtBy: SIMULATION,
  },
  {
    name: 'on TON, the hash of a transaction in the list is not compared',
    file: 'src/chains/ton/wallet-list.ts',
    edits: [
      [
        'transaction.hash !== next.hash || transaction.lt !== next.lt',
        'transaction.hash === next.hash && transaction.lt !== next.lt',
      ],
    ],
    caughtBy: SIMULATION,
  },
  {
    name: 'a memo may have any spaces around it',
    file: 'src/chains/ton/memo.ts',
    edits: [["text.replace(/^ +/, '').replace(/ +$/, '')", 'text.trim()']],
    caughtBy: COMMENTS,
  },
  {
    name: 'the check digit of a memo is not checked',
    file: 'src/chains/ton/memo.ts',
    edits: [["checkDigit(memo) !== '0'", 'memo.length !== 10']],
    caughtBy: COMMENTS,
  },
  {
    name: 'a comment may have any number of references',
    file: 'src/chains/ton/comment.ts',
    edits: [['cell.refs.length > 1 || ', '']],
    caughtBy: COMMENTS,
  },
  {
    name: 'the signer signs a second payment on TON while the first is valid',
    file: 'src/signer/check-ton-payment.ts',
    edits: [['now / 1_000 > end ? undefined : WITHDRAWAL_UNDERWAY', 'undefined']],
    caughtBy: SIGNER,
  },
  {
    name: 'the signer signs messages on TON of the future',
    file: 'src/signer/check-ton-payment.ts',
    edits: [['createdAt > now / 1_000 + CLOCK_SECONDS ?', 'createdAt > now ?']],
    caughtBy: SIGNER,
  },
]
