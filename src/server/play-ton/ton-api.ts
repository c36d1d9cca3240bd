/** The methods of toncenter's API, version 2, that the play TON chain answers: reads, and sending of messages. */

import { z } from 'zod'
import { parseTonAddress } from '../../chains/ton/address.ts'
import { TonApiError, type TonTransport } from '../../chains/ton/toncenter.ts'
import type { Database } from '../postgres/database.ts'
import { readAccount } from './account-state.ts'
import type { BlockMaker } from './block-maker.ts'
import { readEntries } from './stack.ts'
import { accountNow, newestBlock, type TonBlock, transactionsOf } from './ton-blocks.ts'
import { plainTransaction } from './ton-transactions.ts'
import type { VmThread } from './vm-thread.ts'

type ApiDeps = {
  readonly database: Database
  readonly maker: Pick<BlockMaker, 'submit' | 'follow'>
  readonly vm: Pick<VmThread, 'get'>
}

const MAX_METHOD_LENGTH = 64
const HASH_LENGTH = 32
const NO_HASH = Buffer.alloc(HASH_LENGTH).toString('base64')

const address = z.string().transform((text, context) => {
  const parsed = parseTonAddress(text)
  if (parsed !== undefined) return parsed.raw
  context.addIssue('not an address of workchain 0')
  return z.NEVER
})
const whole = z.union([z.int().nonnegative(), z.string().regex(/^[0-9]{1,18}$/)]).transform(BigInt)
const hash = z.string().transform((text, context) => {
  const bytes = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')
  if (bytes.length === HASH_LENGTH) return bytes.toString('hex')
  context.addIssue('not a hash')
  return z.NEVER
})

const ofAddress = z.object({ address })
const boc = z.object({ boc: z.base64().max(100_000) })
const transactions = ofAddress.extend({
  limit: z
    .union([
      z.int(),
      z
        .string()
        .regex(/^[0-9]{1,3}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(1).max(100))
    .default(10),
  lt: whole.optional(),
  hash: hash.optional(),
  to_lt: whole.default(0n),
})
const getMethod = ofAddress.extend({
  method: z.union([z.string().max(MAX_METHOD_LENGTH), z.int().min(0).max(0x1ffff)]),
  stack: z.array(z.unknown()).default([]),
})

type Method = (deps: ApiDeps, params: unknown) => Promise<unknown>

const method =
  <T>(shape: z.ZodType<T>, answer: (deps: ApiDeps, params: T) => Promise<unknown>): Method =>
  (deps, params) => {
    const parsed = shape.safeParse(params)
    if (!parsed.success) throw new TonApiError(422, z.prettifyError(parsed.error))
    return answer(deps, parsed.data)
  }

const methods: Readonly<Record<string, Method>> = {
  getMasterchainInfo: method(z.unknown(), masterchainInfo),
  getAddressInformation: method(ofAddress, addressInformation),
  getAddressBalance: method(ofAddress, async (deps, params) => (await addressInformation(deps, params)).balance),
  getAddressState: method(ofAddress, async (deps, params) => (await addressInformation(deps, params)).state),
  getTransactions: method(transactions, transactionList),
  runGetMethod: method(getMethod, runGetMethod),
  sendBoc: method(boc, async ({ maker }, params) => {
    await maker.submit(Buffer.from(params.boc, 'base64'))
    return { '@type': 'ok' }
  }),
  sendBocReturnHash: method(boc, async ({ maker }, params) => {
    const sent = await maker.submit(Buffer.from(params.boc, 'base64'))
    return { '@type': 'raw.extMessageInfo', hash: base64Of(sent) }
  }),
}

/** Throws `TonApiError` for an unknown method and for wrong parameters. */
export const tonMethods =
  (deps: ApiDeps): TonTransport =>
  async (name, params) => {
    const answer = Object.hasOwn(methods, name) ? methods[name] : undefined
    if (answer === undefined) throw new TonApiError(404, 'this method is not available')
    return answer(deps, params)
  }

const base64Of = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')

const blockId = ({ height, hash }: Pick<TonBlock, 'height' | 'hash'>) => ({
  '@type': 'ton.blockIdExt',
  workchain: -1,
  shard: '-9223372036854775808',
  seqno: height,
  root_hash: base64Of(hash),
  file_hash: base64Of(hash),
})

function available<T>(row: T | undefined): T {
  if (row === undefined) throw new TonApiError(503, 'the play chain has no block')
  return row
}

async function masterchainInfo({ database, maker }: ApiDeps) {
  await maker.follow()
  const last = blockId(available(await newestBlock(database)))
  return { '@type': 'blocks.masterchainInfo', last, init: last, state_root_hash: last.root_hash }
}

async function addressInformation({ database, maker }: ApiDeps, params: z.infer<typeof ofAddress>) {
  await maker.follow()
  const row = available(await accountNow(database, params.address))
  const shard = row.state === null ? undefined : readAccount(row.state)
  const contract = shard?.account?.storage.state
  const cells = contract?.type === 'active' ? contract.state : undefined
  return {
    '@type': 'raw.fullAccountState',
    balance: String(shard?.account?.storage.balance.coins ?? 0n),
    extra_currencies: [],
    code: cells?.code?.toBoc().toString('base64') ?? '',
    data: cells?.data?.toBoc().toString('base64') ?? '',
    last_transaction_id: lastTransaction(shard),
    block_id: blockId(row),
    frozen_hash: contract?.type === 'frozen' ? base64Of(contract.stateHash.toString(16).padStart(64, '0')) : '',
    sync_utime: row.until,
    state: contract?.type === 'active' ? 'active' : contract?.type === 'frozen' ? 'frozen' : 'uninitialized',
  }
}

const lastTransaction = (shard: ReturnType<typeof readAccount> | undefined) => ({
  '@type': 'internal.transactionId',
  lt: String(shard?.lastTransactionLt ?? 0n),
  hash: shard === undefined ? NO_HASH : base64Of(shard.lastTransactionHash.toString(16).padStart(64, '0')),
})

async function transactionList({ database }: ApiDeps, params: z.infer<typeof transactions>) {
  const { address, lt, to_lt: toLt, limit } = params
  const rows = await transactionsOf(database, address, { lt, toLt, limit })
  if (lt !== undefined && rows[0]?.hash !== (params.hash ?? rows[0]?.hash))
    throw new TonApiError(500, 'the account has no transaction with this hash at this time')
  return rows.map(({ boc }) => plainTransaction(boc))
}

async function runGetMethod({ database, vm }: ApiDeps, params: z.infer<typeof getMethod>) {
  const { address, method } = params
  const row = available(await accountNow(database, address))
  const stack = entriesOf(params.stack)
  const state = {
    '@type': 'smc.runResult',
    block_id: blockId(row),
    last_transaction_id: lastTransaction(row.state === null ? undefined : readAccount(row.state)),
  }
  if (row.state === null) return { ...state, gas_used: 0, stack: [], exit_code: -13 }
  const request = { address, state: row.state, time: row.until, method, stack }
  const result = await vm.get(request).catch(() => {
    throw new TonApiError(500, 'the method was not executed')
  })
  return { ...state, gas_used: result.gasUsed, stack: result.stack, exit_code: result.exitCode }
}

function entriesOf(stack: unknown) {
  try {
    return readEntries(stack)
  } catch (error) {
    if (error instanceof RangeError) throw new TonApiError(422, error.message)
    throw error
  }
}
