import type { Mutant } from './mutants.ts'

const DIFFERENTIAL = ['engine/core/differential.test.ts']
const RECORDS = ['engine/core/records.test.ts']
const RANGES = ['engine/core/range.test.ts']
const LOG = ['engine/core/log.test.ts']
const RESPONSES = ['engine/idempotency/responses.test.ts']

/** The core of records. */
export const coreMutants: readonly Mutant[] = [
  {
    name: 'a balance is not carried below a multiple of the range',
    file: 'src/engine/core/ledger.ts',
    edits: [['freeHigh[purse] = high', 'freeHigh[purse] = high + 1']],
    caughtBy: RECORDS,
  },
  {
    name: 'a balance is not carried above the range',
    file: 'src/engine/core/ledger.ts',
    edits: [['      freeHigh[purse]! += 1\n', '']],
    caughtBy: RECORDS,
  },
  {
    name: 'a removed order leaves a hole in the table',
    file: 'src/engine/core/order-table.ts',
    edits: [['      slots[hole] = other\n', '']],
    caughtBy: RECORDS,
  },
  {
    name: 'a closed order keeps its record',
    file: 'src/engine/core/happen.ts',
    edits: [['    handles.give(order)\n', '']],
    caughtBy: [...RECORDS, ...DIFFERENTIAL],
  },
  {
    name: 'an order that needs the last record is not refused',
    file: 'src/engine/core/commands.ts',
    edits: [["    if (!hasRecords((flags & (MARKET | IOC | FOK)) === 0)) return refuse('EXCHANGE_FULL')\n", '']],
    caughtBy: RECORDS,
  },
  {
    name: 'a level that is added in the middle of a run replaces its neighbour',
    file: 'src/engine/core/side.ts',
    edits: [['  run.levels.copyWithin(place + 1, place, run.length)\n', '']],
    caughtBy: RECORDS,
  },
  {
    name: 'a share is rounded once more for each million',
    file: 'src/engine/core/amounts.ts',
    edits: [['return millions * rate + Math.ceil(', 'return Math.ceil((millions * rate) / 2) * 2 + Math.ceil(']],
    caughtBy: RECORDS,
  },
  {
    name: 'the fee of a maker forgets what it was charged as a taker',
    file: 'src/engine/core/trade.ts',
    edits: [['shareUp(received, rate) - (fee[order]! - takenFee[order]!)', 'shareUp(received, rate) - fee[order]!']],
    caughtBy: DIFFERENTIAL,
  },
  {
    name: 'a cancelled order of the taker counts as the last price',
    file: 'src/engine/core/match.ts',
    edits: [
      [
        '      close(book, maker, CANCELLED)\n      return false',
        '      close(book, maker, CANCELLED)\n      return true',
      ],
    ],
    caughtBy: DIFFERENTIAL,
  },
  {
    name: 'what was logged is not copied before the log begins again',
    file: 'src/engine/core/log.ts',
    edits: [['memoryOf(buffer.slice(0, end * 8))', 'memoryOf(buffer)']],
    caughtBy: LOG,
  },
  {
    name: 'a command that fills the log loses what it logged before',
    file: 'src/engine/core/log.ts',
    edits: [['    if (end > from) aside = [...aside, { in: current, from, to: end }]\n', '']],
    caughtBy: LOG,
  },
  {
    name: 'a closed order is logged without what it had left',
    file: 'src/engine/core/happen.ts',
    edits: [['    numbers[slot + 6] = left[order]!\n', '    numbers[slot + 6] = 0\n']],
    caughtBy: DIFFERENTIAL,
  },
  {
    name: 'client ids with the same number are taken for one',
    file: 'src/engine/core/own-orders.ts',
    edits: [
      ['first === NONE || isOf(first, owner, clientId) ?', 'first === NONE || isOf(first, owner, clientId) || first ?'],
    ],
    caughtBy: ['engine/own-orders.test.ts'],
  },
  {
    name: 'an order is forgotten when its answer is kept no longer than without a time of its own',
    file: 'src/engine/orders/place-order.ts',
    edits: [['keptUntil(command.validUntil, at))', 'keptUntil(undefined, at))']],
    caughtBy: ['engine/idempotency/answer-once.test.ts'],
  },
  {
    name: 'an older response of a client id is dropped with the newer one',
    file: 'src/engine/idempotency/responses.ts',
    edits: [['if (this.#index[place * 2] === indexedAs(number)) this.#clear(place)', 'this.#clear(place)']],
    caughtBy: RESPONSES,
  },
  {
    name: 'the index of responses keeps a hole after a removal',
    file: 'src/engine/idempotency/responses.ts',
    edits: [['      index[hole * 2] = index[place * 2]!\n', '']],
    caughtBy: RESPONSES,
  },
  {
    name: 'a record that was given back is not used again',
    file: 'src/engine/core/handles.ts',
    edits: [['    this.#free = handle\n', '']],
    caughtBy: RECORDS,
  },
  {
    name: 'the table forgets orders when it grows',
    file: 'src/engine/core/order-table.ts',
    edits: [['for (const order of before) if', 'for (const order of before.subarray(2_000)) if']],
    caughtBy: RECORDS,
  },
  {
    name: 'the better half of a run that is split keeps the levels of the other half',
    file: 'src/engine/core/side.ts',
    edits: [['run.levels.subarray(half)', 'run.levels.subarray(0, half)']],
    caughtBy: RECORDS,
  },
  {
    name: 'a sell may receive more than the range from a book that pays more',
    file: 'src/engine/core/refuse.ts',
    edits: [['levels.price[facing.best]! * quantity * book.tickLot >= RANGE', 'quantity < 0']],
    caughtBy: RANGES,
  },
  {
    name: 'accounts are opened until the last owner is used',
    file: 'src/engine/core/handles.ts',
    edits: [['> this.#end / 16', '> 0']],
    caughtBy: RECORDS,
  },
  {
    name: 'the index of responses forgets entries when it grows',
    file: 'src/engine/idempotency/responses.ts',
    edits: [
      [
        'for (let from = 0; from < before.length; from += 2)',
        'for (let from = before.length / 2; from < before.length; from += 2)',
      ],
    ],
    caughtBy: RESPONSES,
  },
  {
    name: 'the volume of a user is not carried above the range',
    file: 'src/engine/core/trade.ts',
    edits: [['if (sum >= RANGE) volumeHigh[owner]! += 1', 'if (sum > RANGE * 2) volumeHigh[owner]! += 1']],
    caughtBy: RANGES,
  },
]
