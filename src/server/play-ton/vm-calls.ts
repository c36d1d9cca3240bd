/** What the virtual machine of the play chain is asked, and what it answers. Only its thread loads the machine itself. */

import type { PlainEntry } from './stack.ts'

/** A transaction or message as a bag of cells. */
export type Boc = Uint8Array

/** `lt`: the highest logical time before the block. `messages`: in the order of their execution. */
export type BlockRequest = { readonly time: number; readonly lt: bigint; readonly messages: readonly Boc[] }

export type ExecutedTransaction = {
  readonly account: string
  readonly lt: bigint
  readonly hash: string
  readonly boc: Boc
}

/** `hash` is that of the message. */
export type LeftMessage = { readonly hash: string; readonly receiver: string; readonly boc: Boc }

export type BlockResult = {
  readonly lt: bigint
  readonly transactions: readonly ExecutedTransaction[]
  /** The new states of all accounts that changed. */
  readonly accounts: readonly { readonly address: string; readonly state: Boc }[]
  /** How many of the messages were executed or refused; the block had no room for the others. */
  readonly consumed: number
  /** Messages between contracts that the block had no room for. */
  readonly left: readonly LeftMessage[]
  /** Indexes of messages that were not accepted, with the exit code of the contract. They have no effect. */
  readonly refused: readonly { readonly index: number; readonly exitCode: number | null }[]
}

export type GetMethodRequest = {
  readonly address: string
  readonly state: Boc
  readonly time: number
  readonly method: string | number
  readonly stack: readonly PlainEntry[]
}

export type GetMethodResult = {
  readonly exitCode: number
  readonly gasUsed: number
  readonly stack: readonly PlainEntry[]
}

/** In place of a call: the thread ends after the calls before it. */
export const LAST = 'last'

/** The virtual machine itself failed and cannot be used any more. `index`: the message that it executed, if it was one. */
export class VmCrashed extends Error {
  override readonly name = 'VmCrashed'
  readonly index: number | null
  constructor(index: number | null, cause: unknown) {
    super(index === null ? 'the virtual machine ended' : `the virtual machine ended at message ${index}`, { cause })
    this.index = index
  }
}

export type Vm = {
  /** Replaces the state of accounts. */
  load(accounts: readonly { readonly address: string; readonly state: Boc }[]): void
  /** Executes until nothing is left to do, or the block is full. Throws `VmCrashed`. */
  run(block: BlockRequest): Promise<BlockResult>
  /** Reads only: the account is the one of the request. Throws `VmCrashed`; any other error has no effect. */
  get(request: GetMethodRequest): Promise<GetMethodResult>
}
