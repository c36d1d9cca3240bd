import type { Mutant } from './mutants.ts'

const ENGINE = ['engine/networks/ton-network.test.ts']
const SIGNER = ['signer/ton.test.ts']
const FORGED = ['server/custody/ton/forged-payments.test.ts']
const COMPARE = ['server/custody/ton/compare-ton.test.ts']
const RESULTS = ['server/custody/ton/jetton-results.test.ts']
const MISSING = ['server/custody/ton/missing-payments.test.ts']
const RECOVER = ['server/custody/ton/book-lost-ton.test.ts']
const RETURNS = ['server/custody/ton/returns.test.ts']

export const tonMutants: readonly Mutant[] = [
  {
    name: 'an executed message of an open payment is forgotten because a row says that it is booked',
    file: 'src/server/custody/ton/book-lost-ton.ts',
    edits: [['executed.some((each) => isMessageOf(each, payment))', 'executed.length < 0']],
    caughtBy: ['server/custody/ton/known-messages.test.ts'],
  },
  {
    name: 'a row says who is shown for jettons that came back',
    file: 'src/server/custody/ton/jetton-results.ts',
    edits: [['rows.find(isFound)', 'rows.find(() => found.length >= 0 || isFound)']],
    caughtBy: ['server/custody/ton/returned-once.test.ts'],
  },
  {
    name: 'the message of a settled payment is taken for one of another withdrawal',
    file: 'src/server/custody/ton/book-lost-ton.ts',
    edits: [['each.nonce < next &&', 'each.nonce < 0 &&']],
    caughtBy: ['server/custody/ton/known-messages.test.ts'],
  },
  {
    name: 'jettons that came back to a payment are an unclaimed deposit as well',
    file: 'src/server/custody/ton/jetton-results.ts',
    edits: [
      [
        'if (await bookReturned(deps, listed, transaction, bounced)) return undefined',
        'await bookReturned(deps, listed, transaction, bounced)',
      ],
    ],
    caughtBy: ['server/custody/ton/returned-once.test.ts'],
  },
  {
    name: 'a payment on TON that the list of the wallet has is made again',
    file: 'src/server/custody/ton/executions.ts',
    edits: [['if (executed[0] !== undefined) throw', 'if (executed[1] !== undefined) throw']],
    caughtBy: FORGED,
  },
  {
    name: 'a message on TON belongs to another payment of the same second',
    file: 'src/server/custody/ton/executions.ts',
    edits: [['message.queryId === queryIdOf(nonce) && ', '']],
    caughtBy: FORGED,
  },
  {
    name: 'a withdrawal on TON that sent nothing is never reviewed',
    file: 'src/engine/payments/module.ts',
    edits: [['return skips > 1 ?', 'return skips > 99 ?']],
    caughtBy: ENGINE,
  },
  {
    name: 'what a payment of jettons cost is booked at each repeat',
    file: 'src/engine/payments/execute-payment.ts',
    edits: [['payment === undefined || payment.executed !== undefined', 'payment === undefined']],
    caughtBy: ENGINE,
  },
  {
    name: 'jettons that are lost stay in the books',
    file: 'src/engine/payments/decide-payment.ts',
    edits: [[', borneBy(state, payment.network, sent))', ', [])']],
    caughtBy: ENGINE,
  },
  {
    name: 'coins that accompany jettons are not in the limit of a day',
    file: 'src/signer/signed-payments.ts',
    edits: [["input.kind === 'ton-withdrawal' && input.jettonWallet !== null", 'false']],
    caughtBy: SIGNER,
  },
  {
    name: 'more jettons are sent while some of them are missing',
    file: 'src/server/custody/ton/decide-ton.ts',
    edits: [['missing.has(payment.id) ? terms.currency', 'false ? terms.currency']],
    caughtBy: MISSING,
  },
  {
    name: 'reconcile pays missing jettons again',
    file: 'src/server/custody/ton/book-lost-ton.ts',
    edits: [['payment.executed !== undefined', 'false']],
    caughtBy: MISSING,
  },
  {
    name: 'reconcile does not wait until messages have expired',
    file: 'src/server/custody/ton/valid-messages.ts',
    edits: [['time > end', 'true']],
    caughtBy: RECOVER,
  },
  {
    name: 'a return that expired is paid again after a restore',
    file: 'src/server/custody/ton/book-lost-ton.ts',
    edits: [["purpose.kind === 'return'\n", 'false\n']],
    caughtBy: RETURNS,
  },
  {
    name: 'books and chain are compared although the books may be ahead of the list',
    file: 'src/server/custody/ton/list-place.ts',
    edits: [[' || (cursor.booked_until ?? 0) > cursor.height', '']],
    caughtBy: COMPARE,
  },
  {
    name: 'after a kill, an old answer hides how much is booked',
    file: 'src/server/custody/ton/list-place.ts',
    edits: [['lt > before ? lt : before', 'lt']],
    caughtBy: COMPARE,
  },
  {
    name: 'jettons are booked as paid before the list of the jetton wallet shows that they left',
    file: 'src/server/custody/ton/jetton-results.ts',
    edits: [
      ['where payment_id = $1 and jettons_left`', 'where payment_id = $1`'],
      ['if (haveLeft) await', 'await'],
    ],
    caughtBy: COMPARE,
  },
  {
    name: 'after a kill between a credit and its place, a quiet list is never compared again',
    file: 'src/server/custody/ton/ton-watcher.ts',
    edits: [['if (transactions.length === 0) await', 'if (false) await']],
    caughtBy: COMPARE,
  },
  {
    name: 'an expired payment that the signer does not know is made again',
    file: 'src/server/custody/ton/payment-results.ts',
    edits: [
      [
        'return nonce < (await signedBy(signer, listed)).next',
        'return (await signedBy(signer, listed)).next > -1 - nonce',
      ],
    ],
    caughtBy: ['server/custody/ton/forged-payments.test.ts'],
  },
  {
    name: 'books that reconcile has written are compared with a list that is not read as far',
    file: 'src/server/custody/ton/book-lost-ton.ts',
    edits: [['  await holdPlaces(deps, listed, { journal, epoch }, found)\n', '']],
    caughtBy: RECOVER,
  },
  {
    name: 'jettons of a lost payment return the withdrawal of the payment that has its number now',
    file: 'src/server/custody/ton/jetton-results.ts',
    edits: [
      ['if (!isFrom(time, found.payment)) return', ''],
      ['own !== queryId || lt <= execution.lt', 'false'],
    ],
    caughtBy: RESULTS,
  },
  {
    name: 'jettons of a settled withdrawal that come back belong to no deposit',
    file: 'src/server/custody/ton/jetton-results.ts',
    edits: [
      [
        "withdrawal?.status === 'settled' && withdrawal.payment === payment ? withdrawal.address : undefined",
        'undefined',
      ],
    ],
    caughtBy: RESULTS,
  },
  {
    name: 'an old balance of jettons is compared with a new list',
    file: 'src/chains/ton/toncenter-chain.ts',
    edits: [['found.lastHash === undefined || found.lastHash === lastHash', 'true']],
    caughtBy: COMPARE,
  },
]
