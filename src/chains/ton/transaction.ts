/** The facts of one transaction of an account. */

import { type Cell, loadTransaction, type Message, type Transaction } from '@ton/core'
import type { CellTree } from './bag-of-cells.ts'

/** A place in the list of an account's transactions. `hash`: 64 lower-case hex digits. */
export type TonCursor = { readonly lt: bigint; readonly hash: string }

/** A message from another account. `value` in nanotons. `from` raw. `bounced`: it is a message of ours that came back. */
type IncomingMessage = {
  readonly from: string
  readonly value: bigint
  readonly bounce: boolean
  readonly bounced: boolean
  readonly body: Cell
}

/** A message to another account. `fwdFee` in nanotons, without `value`. */
type OutgoingMessage = {
  readonly to: string
  readonly value: bigint
  readonly bounce: boolean
  readonly body: Cell
  readonly fwdFee: bigint
}

/** A transaction has exactly one of `external` and `incoming`, or none if the chain itself caused it. */
export type TonTransaction = TonCursor & {
  readonly account: string
  /** The transaction before it; null for the first one of the account. */
  readonly previous: TonCursor | null
  /** Unix time in seconds. */
  readonly time: number
  /** Nothing that the contract wanted was done; the coins of `incoming` arrived nevertheless, unless they were sent back. */
  readonly aborted: boolean
  /** A signed message from outside the chain. `bodyHash` as `hash`. */
  readonly external: { readonly bodyHash: string; readonly body: Cell } | null
  readonly incoming: IncomingMessage | null
  readonly outgoing: readonly OutgoingMessage[]
  /** Everything that the account paid and that nobody received: storage, gas and the forwarding of `outgoing`. */
  readonly fees: bigint
  /** Actions that the chain could not do and left out, such as a message above the balance. */
  readonly skippedActions: number
  /** The balance after the transaction minus the balance before. */
  readonly balanceChange: bigint
}

const rawAddress = (hash: bigint): string => `0:${hexOfHash(hash)}`
const hexOfHash = (hash: bigint): string => hash.toString(16).padStart(64, '0')
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

/** The transaction as the chain stores it. Throws for any other tree. In bodies, cells stand for exotic ones. */
export function parseTransaction({ cell, hash }: CellTree): TonTransaction {
  const transaction = loadTransaction(cell.beginParse())
  const { description, lt, now, prevTransactionLt, prevTransactionHash } = transaction
  const action = 'actionPhase' in description ? description.actionPhase : undefined
  const { credited, spent } = movements(transaction)
  const outgoing = transaction.outMessages.values().flatMap(outgoingOf)
  const balanceChange = credited - spent
  const received = transaction.inMessage?.info.type === 'internal' ? transaction.inMessage.info.value.coins : 0n
  return {
    account: rawAddress(transaction.address),
    lt,
    hash,
    previous: prevTransactionLt === 0n ? null : { lt: prevTransactionLt, hash: hexOfHash(prevTransactionHash) },
    time: now,
    aborted: 'aborted' in description && description.aborted,
    external: externalOf(transaction.inMessage),
    incoming: incomingOf(transaction.inMessage),
    outgoing,
    fees: received - balanceChange - sum(outgoing.map(({ value }) => value)),
    skippedActions: action?.skippedActions ?? 0,
    balanceChange,
  }
}

/** What the account got and what left it. Half of a forwarding fee is in `totalFees`, the other half in the message. */
function movements({ description, totalFees, outMessages }: Transaction): { credited: bigint; spent: bigint } {
  const credit = 'creditPhase' in description ? description.creditPhase : undefined
  const credited = credit === undefined || credit === null ? 0n : credit.credit.coins + (credit.dueFeesColelcted ?? 0n)
  const sent = outMessages
    .values()
    .map(({ info }) => (info.type === 'internal' ? info.value.coins + info.forwardFee + info.ihrFee : 0n))
  return { credited, spent: totalFees.coins + sum(sent) }
}

function externalOf(message: Message | null | undefined): TonTransaction['external'] {
  if (message?.info.type !== 'external-in') return null
  return { bodyHash: message.body.hash().toString('hex'), body: message.body }
}

function incomingOf(message: Message | null | undefined): IncomingMessage | null {
  if (message?.info.type !== 'internal') return null
  const { src, value, bounce, bounced } = message.info
  return { from: src.toRawString(), value: value.coins, bounce, bounced, body: message.body }
}

function outgoingOf({ info, body }: Message): readonly OutgoingMessage[] {
  if (info.type !== 'internal') return []
  const { dest, value, bounce, forwardFee } = info
  return [{ to: dest.toRawString(), value: value.coins, bounce, body, fwdFee: forwardFee }]
}
