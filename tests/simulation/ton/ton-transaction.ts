/** Transactions of a simulated TON chain as real cells, so that their hashes link the list of an account. */

import {
  Address,
  beginCell,
  type Cell,
  Dictionary,
  type Message,
  storeMessage,
  storeTransaction,
  type Transaction,
} from '@ton/core'

/** A message between accounts. Addresses raw, `value` in nanotons. */
export type Internal = {
  readonly from: string
  readonly to: string
  readonly value: bigint
  readonly bounce: boolean
  readonly bounced: boolean
  readonly body: Cell
}

/** What a transaction did. `fees`: what nobody received, without the fees for forwarding. */
export type Done = {
  readonly incoming: Internal | Message
  readonly outgoing: readonly Internal[]
  readonly fees: bigint
  readonly isAborted: boolean
  readonly skippedActions: number
}

export type Place = { readonly lt: bigint; readonly hash: string }

/** For each message that an account sends. */
export const FORWARD_FEE = 266_669n
const NO_HASH = 0n
const UNCHANGED = 'unchanged' as const
const SIZE = { cells: 1n, bits: 1n } as const

const hexHash = (hash: string): bigint => BigInt(`0x${hash}`)

function messageOf({ from, to, value, bounce, bounced, body }: Internal, lt: bigint, time: number): Message {
  const [src, dest] = [Address.parseRaw(from), Address.parseRaw(to)]
  const fees = { ihrFee: 0n, forwardFee: FORWARD_FEE, createdLt: lt, createdAt: time }
  const info = { type: 'internal', ihrDisabled: true, bounce, bounced, src, dest, value: { coins: value }, ...fees }
  return { info: info as Message['info'], init: null, body }
}

const received = (incoming: Done['incoming']): bigint => ('info' in incoming ? 0n : incoming.value)

/** What the transaction adds to the balance of its account. */
export const changeOf = ({ incoming, outgoing, fees }: Done): bigint =>
  received(incoming) - fees - outgoing.reduce((sum, { value }) => sum + value + FORWARD_FEE, 0n)

function descriptionOf({ incoming, outgoing, isAborted, skippedActions }: Done): Transaction['description'] {
  const gas = { gasFees: 0n, gasUsed: 0n, gasLimit: 0n, mode: 0, exitCode: isAborted ? 709 : 0, vmSteps: 1 }
  const flags = { success: !isAborted, messageStateUsed: false, accountActivated: false }
  const hashes = { vmInitStateHash: NO_HASH, vmFinalStateHash: NO_HASH }
  const actions = {
    success: true,
    valid: true,
    noFunds: false,
    statusChange: UNCHANGED,
    resultCode: 0,
    specActions: 0,
    totalActions: outgoing.length + skippedActions,
    skippedActions,
    messagesCreated: outgoing.length,
    actionListHash: NO_HASH,
    totalMessageSize: SIZE,
  } as const
  return {
    type: 'generic',
    creditFirst: true,
    aborted: isAborted,
    destroyed: false,
    storagePhase: { storageFeesCollected: 0n, statusChange: UNCHANGED },
    creditPhase: 'info' in incoming ? null : { credit: { coins: incoming.value } },
    computePhase: { type: 'vm', ...flags, ...gas, ...hashes },
    actionPhase: isAborted ? null : actions,
    bouncePhase:
      isAborted && outgoing.length > 0
        ? { type: 'ok', messageSize: SIZE, messageFees: 0n, forwardFees: FORWARD_FEE }
        : null,
  }
}

/** The next transaction of the account after `previous`; null for its first one. */
export function transactionCell(
  address: string,
  previous: Place | null,
  { lt, time }: { readonly lt: bigint; readonly time: number },
  done: Done,
): Cell {
  const outMessages = Dictionary.empty(Dictionary.Keys.Uint(15), {
    serialize: (message: Message, builder) => void builder.storeRef(beginCell().store(storeMessage(message))),
    parse: () => {
      throw new Error('messages are only stored')
    },
  })
  for (const [index, each] of done.outgoing.entries())
    outMessages.set(index, messageOf(each, lt + 1n + BigInt(index), time))
  const transaction = {
    address: hexHash(address.slice(2)),
    lt,
    now: time,
    outMessages,
    outMessagesCount: done.outgoing.length,
    prevTransactionHash: previous === null ? NO_HASH : hexHash(previous.hash),
    prevTransactionLt: previous?.lt ?? 0n,
    oldStatus: 'active',
    endStatus: 'active',
    inMessage: 'info' in done.incoming ? done.incoming : messageOf(done.incoming, lt - 1n, time),
    totalFees: { coins: done.fees },
    stateUpdate: { oldHash: Buffer.alloc(32), newHash: Buffer.alloc(32) },
    description: descriptionOf(done),
  }
  return beginCell()
    .store(storeTransaction(transaction as unknown as Transaction))
    .endCell()
}
