/** Executes messages of the play chain in the virtual machine of TON. The same blocks lead to the same hashes. */

import {
  Address,
  beginCell,
  Cell,
  getMethodId,
  loadMessage,
  loadTransaction,
  parseTuple,
  storeMessage,
} from '@ton/core'
import { createEmptyShardAccount, defaultConfig, Executor, type ExecutorGetMethodResult } from '@ton/sandbox'
import { readAccount, storedAccount } from './account-state.ts'
import { plainEntries, tupleItems } from './stack.ts'
import {
  type Boc,
  type ExecutedTransaction,
  type GetMethodRequest,
  type GetMethodResult,
  type LeftMessage,
  type Vm,
  VmCrashed,
} from './vm-calls.ts'

const LT_STEP = 1_000_000n
/** A full block takes about a second. A single message takes at most 1,000,000 gas. */
const MAX_BLOCK_GAS = 5_000_000n
const MAX_BLOCK_TRANSACTIONS = 300
const MAX_GET_GAS = 1_000_000n
const SEED = Buffer.alloc(32)
/** Of a contract without code. */
const NO_CODE = -13

/** `root`: the message of the block that it is, or that led to it. */
type Waiting = { readonly root: number; readonly isFirst: boolean; readonly cell: Cell }

/** `states`: what the chain keeps of each account, by its address. */
type Machine = { readonly executor: Executor; readonly states: Map<string, string> }

export async function openVm(): Promise<Vm> {
  const machine: Machine = { executor: await Executor.create(), states: new Map() }
  const { executor, states } = machine

  return {
    load(accounts) {
      for (const { address, state } of accounts) states.set(address, Buffer.from(state).toString('base64'))
    },
    async run({ time, lt: firstLt, messages }) {
      const queue: Waiting[] = messages.map((boc, root) => ({
        root,
        isFirst: true,
        cell: Cell.fromBoc(Buffer.from(boc))[0] as Cell,
      }))
      const transactions: ExecutedTransaction[] = []
      const refused: { index: number; exitCode: number | null }[] = []
      const changed = new Set<string>()
      let [lt, gas, consumed] = [firstLt, 0n, 0]
      for (let next = queue[0]; next !== undefined; next = queue[0]) {
        if (gas > MAX_BLOCK_GAS || transactions.length >= MAX_BLOCK_TRANSACTIONS) break
        queue.shift()
        if (next.isFirst) consumed += 1
        lt += LT_STEP
        const receiver = receiverOf(next.cell)
        const step = await execute(machine, next.cell, receiver, { time, lt }).catch((error: unknown) => {
          throw new VmCrashed(next?.root ?? 0, error)
        })
        if ('exitCode' in step) {
          if (next.isFirst) refused.push({ index: next.root, exitCode: step.exitCode })
          continue
        }
        changed.add(receiver.toRawString())
        transactions.push(step.transaction)
        gas += step.gas
        for (const cell of step.messages) queue.push({ root: next.root, isFirst: false, cell })
      }
      return {
        lt,
        transactions,
        consumed,
        refused,
        accounts: Array.from(changed, (address) => ({ address, state: bytes(states.get(address) ?? '') })),
        left: queue.filter(({ isFirst }) => !isFirst).map(leftMessage),
      }
    },
    get: (request) => getMethod(executor, request),
  }
}

/** The transaction that the message causes, or the exit code of the contract that did not accept it. */
async function execute(
  { executor, states }: Machine,
  message: Cell,
  receiver: Address,
  { time, lt }: { readonly time: number; readonly lt: bigint },
) {
  const account = receiver.toRawString()
  const before = states.get(account) ?? storedAccount(createEmptyShardAccount(receiver)).toString('base64')
  const { result } = await executor.runTransaction({
    config: defaultConfig,
    libs: null,
    verbosity: 'short',
    shardAccount: before,
    message,
    now: time,
    lt,
    randomSeed: SEED,
    ignoreChksig: false,
    debugEnabled: false,
  })
  if (!result.success) return { exitCode: result.vmResults?.vmExitCode ?? null }
  const cell = Cell.fromBase64(result.transaction)
  const executed = loadTransaction(cell.beginParse())
  states.set(account, result.shardAccount)
  return {
    transaction: { account, lt, hash: cell.hash().toString('hex'), boc: cell.toBoc() },
    gas: gasOf(executed),
    messages: executed.outMessages
      .values()
      .filter(({ info }) => info.type === 'internal')
      .map((each) => beginCell().store(storeMessage(each)).endCell()),
  }
}

async function getMethod(
  executor: Executor,
  { address, state, time, method, stack }: GetMethodRequest,
): Promise<GetMethodResult> {
  const { account } = readAccount(Buffer.from(state))
  const contract = account?.storage.state
  const code = contract?.type === 'active' ? contract.state.code : undefined
  if (account === null || account === undefined || contract?.type !== 'active' || code === null || code === undefined)
    return { exitCode: NO_CODE, gasUsed: 0, stack: [] }
  const run = executor.runGetMethod({
    code,
    data: contract.state.data ?? Cell.EMPTY,
    config: defaultConfig,
    verbosity: 'short',
    methodId: typeof method === 'number' ? method : getMethodId(method),
    stack: [...tupleItems(stack)],
    address: Address.parseRaw(address),
    unixTime: time,
    balance: account.storage.balance.coins,
    randomSeed: SEED,
    gasLimit: MAX_GET_GAS,
    debugEnabled: false,
  })
  const { output } = await run.catch((error: unknown) => {
    const hasCrashed = error instanceof WebAssembly.RuntimeError || error instanceof RangeError
    throw hasCrashed ? new VmCrashed(null, error) : error
  })
  return getMethodResult(output)
}

const bytes = (base64: string): Boc => Buffer.from(base64, 'base64')

function receiverOf(message: Cell): Address {
  const { info } = loadMessage(message.beginParse())
  if (info.type === 'external-out') throw new Error('a message out of the chain has no receiver')
  return info.dest
}

function leftMessage({ cell }: Waiting): LeftMessage {
  return { hash: cell.hash().toString('hex'), receiver: receiverOf(cell).toRawString(), boc: cell.toBoc() }
}

function gasOf({ description }: ReturnType<typeof loadTransaction>): bigint {
  const phase = 'computePhase' in description ? description.computePhase : undefined
  return phase?.type === 'vm' ? phase.gasUsed : 0n
}

function getMethodResult(output: ExecutorGetMethodResult['output']): GetMethodResult {
  if (!output.success) throw new Error(`a get method was not executed: ${output.error}`)
  const items = parseTuple(Cell.fromBase64(output.stack))
  return { exitCode: output.vm_exit_code, gasUsed: Number(output.gas_used), stack: plainEntries(items) }
}
