import type { Mutant } from './mutants.ts'

const DEPOSITS = ['engine/deposits/deposits.test.ts']
const FOUND = ['engine/withdrawals/found-payments.test.ts']
const WITHDRAWALS = ['engine/withdrawals/withdrawals.test.ts']
const RANDOM = ['engine/withdrawals/random.test.ts']
const SMALL_DEPOSITS = ['server/transactions/small-deposits.test.ts']
const SIMULATION = ['simulation/funds/funds.test.ts']
const HISTORY = ['server/transactions/history.test.ts']
const FORGED = ['server/custody/evm/forged-transfers.test.ts']

export const fundsMutants: readonly Mutant[] = [
  {
    name: 'a payment is returned although its own transaction succeeded',
    file: 'src/server/custody/evm/evm-payer.ts',
    edits: [['.some((version) => version.txid === txid)', '.some(() => false)']],
    caughtBy: ['server/custody/evm/replaced-version.test.ts'],
  },
  {
    name: 'a small deposit is not counted at its address',
    file: 'src/engine/deposits/module.ts',
    edits: [
      [
        '  countReceived(state.deposits, event)',
        "  if (event.type === 'deposit-credited') countReceived(state.deposits, event)",
      ],
    ],
    caughtBy: ['server/custody/evm/compared-rows.test.ts'],
  },
  {
    name: 'the books are compared with a block before a sweep that they know',
    file: 'src/server/custody/evm/compare-chain.ts',
    edits: [['later.includes(true)', 'later.length < 0']],
    caughtBy: ['server/custody/evm/compared-rows.test.ts'],
  },
  {
    name: 'addresses that receive dust all the time are looked at first',
    file: 'src/server/custody/evm/sweeper.ts',
    edits: [['placeOf(left) - placeOf(right)', '0 * placeOf(left) * placeOf(right)']],
    caughtBy: ['server/custody/evm/compared-rows.test.ts'],
  },
  {
    name: 'what a surplus contains is credited when the chain is read again',
    file: 'src/engine/deposits/module.ts',
    edits: [['if (through > (positions.get(stream) ?? 0n))', 'if (through < 0n)']],
    caughtBy: ['engine/deposits/deposits.test.ts'],
  },
  {
    name: 'the chain is asked for every row that names a payment',
    file: 'src/server/custody/evm/payment-versions.ts',
    edits: [['if (rows.length <= MAX_VERSIONS) return rows', 'if (rows.length > 0) return rows']],
    caughtBy: ['server/custody/evm/foreign-versions.test.ts'],
  },
  {
    name: 'the version with the lowest fees is signed again',
    file: 'src/server/custody/evm/sign-again.ts',
    edits: [['transactionRows(pool, payment)).at(-1)', 'transactionRows(pool, payment)).at(0)']],
    caughtBy: ['server/custody/evm/book-lost-evm.test.ts'],
  },
  {
    name: 'a row of another program keeps the id of a deposit',
    file: 'src/server/custody/base/incoming.ts',
    edits: [
      ['(incoming.stream, incoming.txid, incoming.part) <> (excluded.stream, excluded.txid, excluded.part)', 'false'],
    ],
    caughtBy: ['server/custody/evm/forged-transfers.test.ts'],
  },
  {
    name: 'a version with fees that the signer never signs is signed again',
    file: 'src/server/custody/base/payment-rows.ts',
    edits: [['maxFee === 0n || tip > maxFee', 'maxFee < 0n']],
    caughtBy: ['server/custody/evm/foreign-versions.test.ts'],
  },
  {
    name: 'a cursor of a chain that another program moved is believed',
    file: 'src/server/custody/base/cursors.ts',
    edits: [['if (row === undefined || isSameHash', 'if (row === undefined || row.height > 0 || isSameHash']],
    caughtBy: FORGED,
  },
  {
    name: 'books and chain are compared up to a stored cursor, which can be an old one',
    file: 'src/server/custody/base/cursors.ts',
    edits: [['isPaused ? await cursors.read(info) : undefined', 'await cursors.read(info)']],
    caughtBy: ['server/custody/ton/compare-ton.test.ts'],
  },
  {
    name: 'a replaced block is taken for the block of a lost payment',
    file: 'src/server/custody/evm/nonce-search.ts',
    edits: [['?.blockHash !== hash)', '?.blockHash === "")']],
    caughtBy: ['server/custody/evm/book-lost-evm.test.ts'],
  },
  {
    name: 'a cursor of before a restore is believed',
    file: 'src/server/custody/base/cursors.ts',
    edits: [['epoch ?? null', 'null']],
    caughtBy: ['server/backup/restored-cursors.test.ts'],
  },
  {
    name: 'a chain without a cursor is followed from its newest block',
    file: 'src/server/custody/evm/final-blocks.ts',
    edits: [['const isFirst = !isNewChain && (await readPosition()) === 0n', 'const isFirst = !isNewChain']],
    caughtBy: FORGED,
  },
  {
    name: 'deposits begin again where the stream has a position',
    file: 'src/engine/deposits/begin-stream.ts',
    edits: [['if (!deposits.positions.has(stream)) emit', 'emit']],
    caughtBy: DEPOSITS,
  },
  {
    name: 'a position that is credited already is credited again',
    file: 'src/engine/deposits/credit-deposits.ts',
    edits: [['credit.position > (state.deposits.positions.get(stream) ?? 0n)', 'true']],
    caughtBy: DEPOSITS,
  },
  {
    name: 'the stream of an earlier chain is credited',
    file: 'src/engine/deposits/credit-deposits.ts',
    edits: [['!isInStream(listed, stream, asset)', 'false']],
    caughtBy: DEPOSITS,
  },
  {
    name: 'a deposit below the minimum is credited',
    file: 'src/engine/deposits/credit-deposits.ts',
    edits: [['isUser && amount >= asset.minDeposit', 'isUser']],
    caughtBy: DEPOSITS,
  },
  {
    name: 'the rest of a raw amount is forgotten',
    file: 'src/engine/networks/state.ts',
    edits: [['if (rest !== 0n) dust', 'if (rest === 0n) dust']],
    caughtBy: DEPOSITS,
  },
  {
    name: 'an unclaimed deposit can be assigned twice',
    file: 'src/engine/deposits/module.ts',
    edits: [['state.deposits.unclaimed.delete(keyOf(event))', '']],
    caughtBy: DEPOSITS,
  },
  {
    name: 'a repeated request with other content gets the first withdrawal',
    file: 'src/engine/withdrawals/request-withdrawal.ts',
    edits: [['known.amount === request.amount', 'true']],
    caughtBy: WITHDRAWALS,
  },
  {
    name: 'a withdrawal is cancelled while its payment is made',
    file: 'src/engine/withdrawals/decide-withdrawal.ts',
    edits: [["known.status === 'assigned' || mayBePaid", 'mayBePaid']],
    caughtBy: WITHDRAWALS,
  },
  {
    name: 'after a restore, a withdrawal that may have been paid is cancelled',
    file: 'src/engine/withdrawals/decide-withdrawal.ts',
    edits: [["known.status === 'assigned' || mayBePaid", "known.status === 'assigned'"]],
    caughtBy: FOUND,
  },
  {
    name: 'a request that may repeat a found payment is paid at once',
    file: 'src/engine/withdrawals/found.ts',
    edits: [['missingOf(found) > found.repeated', 'false']],
    caughtBy: FOUND,
  },
  {
    name: 'an account is charged with more than is missing',
    file: 'src/engine/payments/charge-payment.ts',
    edits: [['available < missing ? available : missing', 'available']],
    caughtBy: FOUND,
  },
  {
    name: 'a found payment is charged to one of two users who withdrew to its receiver',
    file: 'src/server/custody/base/lost-payer.ts',
    edits: [[' || others.length > 0', '']],
    caughtBy: ['server/custody/evm/book-lost-evm.test.ts'],
  },
  {
    name: 'a found payment is charged to one user although another one has saved its receiver',
    file: 'src/server/custody/base/lost-payer.ts',
    edits: [['if (user_id !== user && ', 'if (user_id === user && ']],
    caughtBy: ['server/custody/evm/book-lost-evm.test.ts'],
  },
  {
    name: 'a forged row of the address book keeps a found payment from being charged',
    file: 'src/server/custody/base/lost-payer.ts',
    edits: [['user_id !== user && (await hasSaved(deps, user_id, transfer))', 'user_id !== user']],
    caughtBy: ['server/custody/evm/book-lost-evm.test.ts'],
  },
  {
    name: 'a user cancels the withdrawal of another user',
    file: 'src/engine/withdrawals/decide-withdrawal.ts',
    edits: [['(user !== undefined && known.user !== user)', 'false']],
    caughtBy: WITHDRAWALS,
  },
  {
    name: 'a withdrawal in review is paid without an approval',
    file: 'src/engine/payments/assign-payment.ts',
    edits: [
      ["if (withdrawal.status === 'review')", 'if (false)'],
      ["withdrawal.status === 'approved' ?", "withdrawal.status !== 'settled' ?"],
    ],
    caughtBy: WITHDRAWALS,
  },
  {
    name: 'the daily limit does not count open withdrawals',
    file: 'src/engine/withdrawals/limits.ts',
    edits: [["status !== 'returned' &&", "status === 'settled' && status !== 'returned' &&"]],
    caughtBy: WITHDRAWALS,
  },
  {
    name: 'the limit of new addresses is not checked',
    file: 'src/engine/withdrawals/request-withdrawal.ts',
    edits: [['if (!isNewAddress || newAddressUsed', 'if (isNewAddress || newAddressUsed']],
    caughtBy: WITHDRAWALS,
  },
  {
    name: 'an address that was paid stays new',
    file: 'src/engine/payments/module.ts',
    edits: [['      notePaid(state.withdrawals.paid, withdrawal, event.at)\n', '']],
    caughtBy: WITHDRAWALS,
  },
  {
    name: 'a withdrawal gets a new payment when it is assigned again',
    file: 'src/engine/payments/assign-payment.ts',
    edits: [['if (existing !== undefined) return', 'if (false) return']],
    caughtBy: WITHDRAWALS,
  },
  {
    name: 'a paused network assigns payments',
    file: 'src/engine/payments/assign-payment.ts',
    edits: [['listed.paused !== null && paidWith === undefined', 'false']],
    caughtBy: WITHDRAWALS,
  },
  {
    name: 'the network fee of a payment is not booked',
    file: 'src/engine/payments/close-payment.ts',
    edits: [['if (amount === ZERO) return []', 'return []']],
    caughtBy: RANDOM,
  },
  {
    name: 'the fee of a withdrawal leaves the chain account',
    file: 'src/engine/payments/close-payment.ts',
    edits: [
      ['amount: (amount - fee) as Units }', 'amount }'],
      ['...(fee > 0n ?', '...(false ?'],
    ],
    caughtBy: WITHDRAWALS,
  },
  {
    name: 'an epoch leaves networks open',
    file: 'src/engine/epochs/module.ts',
    edits: [['network.paused ??= reason', 'network.paused ??= null']],
    caughtBy: ['engine/epochs.test.ts'],
  },
  {
    name: 'the history shows the entries of other users',
    file: 'src/server/transactions/history.ts',
    edits: [['} from transactions where user_id = $1', '} from transactions where $1::uuid is not null']],
    caughtBy: HISTORY,
  },
  {
    name: 'a credited deposit is listed twice',
    file: 'src/server/transactions/history.ts',
    edits: [['where (select true from transactions where transactions.uuid = unfinished.uuid) is null', 'where true']],
    caughtBy: HISTORY,
  },
  {
    name: 'a cell of the CSV file can be a formula',
    file: 'src/server/transactions/export-transactions.ts',
    edits: [['FORMULA.test(cell) ?', 'false ?']],
    caughtBy: HISTORY,
  },
  {
    name: 'a backup that was changed is restored',
    file: 'src/server/backup/format.ts',
    edits: [["entry.hmac === hmac.digest('hex') && entry.entries === count", 'true']],
    caughtBy: ['server/backup/backup.test.ts'],
  },
  {
    name: 'a paused network returns a payment whose nonce another transaction used',
    file: 'src/server/custody/evm/evm-payer.ts',
    edits: [
      [
        'if (listed.paused !== null) return\n    const { txid } = verdict',
        'if (false) return\n    const { txid } = verdict',
      ],
    ],
    caughtBy: ['server/custody/evm/payer.test.ts'],
  },
  {
    name: 'the signer lowers a nonce when it skips',
    file: 'src/signer/answers.ts',
    edits: [['if (input.next > (state', 'if (input.next !== (state']],
    caughtBy: ['signer/signer.test.ts'],
  },
  {
    name: 'a surplus is booked without its dust',
    file: 'src/engine/deposits/module.ts',
    edits: [
      [
        'addDust(listedNetwork(state.networks, network), currency, raw, amount)',
        'void [network, currency, raw, amount]',
      ],
    ],
    caughtBy: ['engine/deposits/deposits.test.ts'],
  },
  {
    name: 'transfers of a token whose balance cannot be read are credited',
    file: 'src/server/custody/evm/received.ts',
    edits: [['result.push({ ...each, reason: NOT_VERIFIED })', 'result.push(each)']],
    caughtBy: ['server/custody/evm/watcher.test.ts'],
  },
  {
    name: 'a payment for a closed generation is assigned',
    file: 'src/engine/payments/assign-payment.ts',
    edits: [['generation !== undefined && generation !== listed.generation', 'false']],
    caughtBy: ['engine/withdrawals/withdrawals.test.ts'],
  },
  {
    name: 'a payment that was returned is sent',
    file: 'src/server/custody/evm/evm-payer.ts',
    edits: [['if (!(await deps.sequencer.read((state) => isOpen(state, payment)))) return', 'void isOpen']],
    caughtBy: ['server/custody/evm/generation.test.ts'],
  },
  {
    name: 'a deposit that is returned stays unclaimed',
    file: 'src/engine/deposits/returns.ts',
    edits: [['  unclaimed.delete(keyOf(added.deposit))', '  void unclaimed']],
    caughtBy: ['engine/deposits/returns.test.ts'],
  },
  {
    name: 'a return that waits is paid after a restore',
    file: 'src/engine/epochs/module.ts',
    edits: [['cancelWaiting(state.deposits)', 'void cancelWaiting']],
    caughtBy: ['engine/deposits/returns.test.ts'],
  },
  {
    name: 'the signer skips nonces without an operator',
    file: 'src/signer/check-rules.ts',
    edits: [['network.generation === null || isAllowed', 'network.generation !== null || isAllowed']],
    caughtBy: ['signer/signer.test.ts'],
  },
  {
    name: 'the fees of sweeps do not count in the limit of a day',
    file: 'src/signer/signed-payments.ts',
    edits: [[': addedFee(known, input) }', ": input.kind === 'sweep' ? 0n : addedFee(known, input) }"]],
    caughtBy: ['signer/signer.test.ts'],
  },
  {
    name: 'one approver approves twice',
    file: 'src/signer/check-rules.ts',
    edits: [['if (count < need)', 'if (count < 1)']],
    caughtBy: ['signer/signer.test.ts'],
  },
  {
    name: 'a withdrawal that was paid after the backup stays approved and is paid again',
    file: 'src/server/custody/evm/lost-payments.ts',
    edits: [['place.wallet === 0 && !taken', 'place.wallet !== 0 && !taken']],
    caughtBy: ['server/backup/restore-behind-chain.test.ts'],
  },
  {
    name: 'the transaction of an open payment settles it whatever it paid',
    file: 'src/server/custody/evm/lost-payments.ts',
    edits: [['transaction.receipt.status === 1 && !hasEffect(transaction, terms)', 'false']],
    caughtBy: ['server/custody/evm/book-lost-evm.test.ts'],
  },
  {
    name: 'a network is reconciled while unknown transactions are not final',
    file: 'src/server/custody/evm/lost-payments.ts',
    edits: [['if (pending > next)', 'if (pending < 0)']],
    caughtBy: ['server/custody/evm/book-lost-evm.test.ts'],
  },
  {
    name: 'a withdrawal returns to its user when its transaction failed in a block that is not final',
    file: 'src/server/custody/evm/payment-proof.ts',
    edits: [
      [
        'if (used <= payment.nonce) return',
        'if (mined[0]?.status === 0) return verdictOn(mined[0], payment)\n  if (used <= payment.nonce) return',
      ],
    ],
    caughtBy: SIMULATION,
  },
  {
    name: 'an endpoint that does not answer returns a withdrawal',
    file: 'src/server/custody/evm/evm-payer.ts',
    edits: [
      [
        '  const results = await Promise.allSettled(versions.map(({ raw }) => network.chain.send(raw)))',
        `  const results = await Promise.allSettled(versions.map(({ raw }) => network.chain.send(raw)))
  if (results.every(({ status }) => status === 'rejected'))
    await close(deps, payment, { type: 'fail-payment', payment: payment.id, proof: 'replaced', txid: null, gas: 0n })`,
      ],
    ],
    caughtBy: SIMULATION,
  },
  {
    name: 'a version is sent before it is stored',
    file: 'src/server/custody/evm/payment-versions.ts',
    edits: [
      [
        '  await storeVersion(',
        '  await chain.send(bytesOf(signed.raw)).catch(() => undefined)\n  if (now() % 3 === 0) return false\n  await storeVersion(',
      ],
      [
        '{ pool, signer, log, now, hasChanged, noteRefused, onStep }: VersionDeps,',
        '{ pool, signer, chain, log, now, hasChanged, noteRefused, onStep }: VersionDeps,',
      ],
    ],
    caughtBy: SIMULATION,
  },
  {
    name: 'deposits are credited at the newest block',
    file: 'src/server/custody/evm/watcher.ts',
    edits: [
      ['const { latest, final } = await chain.head()', 'const { latest } = await chain.head()\n  const final = latest'],
    ],
    caughtBy: SIMULATION,
  },
  {
    name: 'the engine credits a position again',
    file: 'src/engine/deposits/credit-deposits.ts',
    edits: [['credit.position > (state.deposits.positions.get(stream) ?? 0n)', 'true']],
    caughtBy: SIMULATION,
  },
  {
    name: 'a payment that is assigned again gets a new nonce',
    file: 'src/engine/payments/assign-payment.ts',
    edits: [
      ['if (existing !== undefined) return', 'if (false) return'],
      ["withdrawal.status === 'approved' ?", "withdrawal.status !== 'settled' ?"],
    ],
    caughtBy: SIMULATION,
  },
  {
    name: 'the part of a transfer is its index in the block',
    file: 'src/chains/evm/transfers.ts',
    edits: [['const part = FIRST_LOG + index', 'const part = FIRST_LOG + index + receipt.height % 7']],
    caughtBy: SIMULATION,
  },
  {
    name: 'inner calls below a failed one are credited',
    file: 'src/chains/evm/transfers.ts',
    edits: [['part < PARTS && hasEffect(trace)', 'part < PARTS']],
    caughtBy: SIMULATION,
  },
  {
    name: 'what a token reports is credited',
    file: 'src/server/custody/evm/received.ts',
    edits: [['gains.has(key) && reported >', 'gains.has(key) && -reported >']],
    caughtBy: SIMULATION,
  },
  {
    name: 'a version is replaced by one with fees that are too low for the signer',
    file: 'src/server/custody/evm/payment-versions.ts',
    edits: [['if (restored.length > versions.length) {', 'if (restored.length < 0) {']],
    caughtBy: SIMULATION,
  },
  {
    name: 'a version is signed whose fee the wallet cannot pay',
    file: 'src/server/custody/evm/payment-versions.ts',
    edits: [['if (!(await isCovered(deps, underway, fees))) return []', '']],
    caughtBy: SIMULATION,
  },
  {
    name: 'the receipt of a replaced block decides about a payment',
    file: 'src/server/custody/evm/payment-proof.ts',
    edits: [['block.hash === blockHash ? block : undefined', 'block']],
    caughtBy: SIMULATION,
  },
  {
    name: 'a stored version may name the transaction of another account',
    file: 'src/server/custody/evm/payment-proof.ts',
    edits: [['each.txid === txid && each.from === from && each.nonce === nonce', 'each.txid === txid']],
    caughtBy: ['server/custody/evm/forged-payments.test.ts'],
  },
  {
    name: 'a small deposit that confirms has a row beside that of those that are credited',
    file: 'src/server/transactions/history.ts',
    edits: [[' where not exists (select from transactions as t where t.uuid = summed.uuid)', '']],
    caughtBy: SMALL_DEPOSITS,
  },
  {
    name: 'small deposits of all days are one row',
    file: 'src/server/transactions/small-deposits.ts',
    edits: [['${at} / ${DAY_MILLIS}, ', '']],
    caughtBy: SMALL_DEPOSITS,
  },
  {
    name: 'a small deposit that is written again counts again',
    file: 'src/server/transactions/small-deposits.ts',
    edits: [[' join added using (uuid)', '']],
    caughtBy: SMALL_DEPOSITS,
  },
  {
    name: 'each small deposit is a notification',
    file: 'src/server/notifications/notifications.ts',
    edits: [
      [
        "event.type === 'deposit-credited' && event.isSmall",
        "event.type !== 'deposit-credited' && event.type !== 'deposit-assigned'",
      ],
    ],
    caughtBy: SMALL_DEPOSITS,
  },
  {
    name: 'the history hides the change of a conversion',
    file: 'src/server/wire/transaction.ts',
    edits: [
      ["details.kind === 'convert' && details.change !== '0'", "details.kind === 'convert' && details.change === '0'"],
    ],
    caughtBy: ['server/transactions/history-sums.test.ts'],
  },
]
