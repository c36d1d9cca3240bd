/** A client of the HTTP API of toncenter, version 2. Any other shape of an answer throws `ChainUnavailable`. */

import { z } from 'zod'
import { ChainUnavailable } from '../chain-unavailable.ts'
import { type HttpLimits, postJson } from '../post-json.ts'

/** Calls a method of the API: the `result` of the answer. Throws `TonApiError` if the endpoint answers with an error. */
export type TonTransport = (method: string, params: Readonly<Record<string, unknown>>) => Promise<unknown>

/** The endpoint answered with an error. `code` is that of the answer, usually an HTTP status. */
export class TonApiError extends ChainUnavailable {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const MAX_MESSAGE_LENGTH = 200

/** `url` takes JSON-RPC; a key is a part of it. */
export function httpToncenter(url: string, limits?: HttpLimits): TonTransport {
  return async (method, params) => {
    const request = { jsonrpc: '2.0', id: '1', method, params }
    const reply = z.looseObject({ ok: z.boolean() }).safeParse(await postJson(url, request, method, limits))
    if (!reply.success) throw new ChainUnavailable(`${method}: the answer is not one of toncenter`)
    const { ok, result, code, error } = reply.data
    if (!ok) throw new TonApiError(Number(code), String(error).slice(0, MAX_MESSAGE_LENGTH))
    if (result === undefined) throw new ChainUnavailable(`${method}: the answer has no result`)
    return result
  }
}

/** The hash of the state with which each public chain began, by its global id: the main network and the test network. */
const ZERO_STATES: ReadonlyMap<number, string> = new Map([
  [-239, 'F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk='],
  [-3, 'gj+B8wb/AmlPk1z1AhVI484rhrUpgSr2oSFIh56VoSg='],
])

const beginning = z.looseObject({ init: z.looseObject({ root_hash: z.string() }) })

/** Throws `ChainUnavailable` while the endpoint serves another chain than the public one with this global id. */
export function ofTonChain(transport: TonTransport, chainId: number): TonTransport {
  const expected = ZERO_STATES.get(chainId)
  let isVerified = expected === undefined
  return async (method, params) => {
    if (!isVerified) {
      const answer = beginning.safeParse(await transport('getMasterchainInfo', {}))
      if (answer.data?.init.root_hash !== expected)
        throw new ChainUnavailable(`an endpoint serves another chain than ${chainId}`)
      isVerified = true
    }
    return transport(method, params)
  }
}

const decimal = z.union([z.string().regex(/^-?[0-9]{1,30}$/), z.int()]).transform(BigInt)
const hash = z.string().transform((text, context) => {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length === 32) return bytes.toString('hex')
  context.addIssue('not a hash')
  return z.NEVER
})
const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/)
const seconds = z.int().positive()

const lastShape = z.object({ lt: decimal, hash })

const accountShape = z.object({
  balance: decimal,
  code: base64,
  last_transaction_id: lastShape,
  sync_utime: seconds,
})

const transactionsShape = z.array(z.object({ data: base64 }))

const getMethodShape = z.object({
  exit_code: z.int(),
  stack: z.array(z.tuple([z.string(), z.unknown()])),
  // Of the state that was asked; older versions of the API do not have it.
  last_transaction_id: lastShape.optional().catch(undefined),
})

const blockShape = z.object({ last: z.object({ seqno: z.int().nonnegative() }) })

/** An entry of a get method's stack. */
export type StackEntry = readonly [type: string, value: unknown]

/** `lastHash`: the newest transaction of the state that was asked; undefined if the endpoint does not tell. */
type GetMethodResult = {
  readonly exitCode: number
  readonly stack: readonly StackEntry[]
  readonly lastHash: string | undefined
}

/** The methods that we use, with answers that were checked. BOCs are Base64. */
type TonApi = {
  getAddressInformation(address: string): Promise<z.infer<typeof accountShape>>
  /** BOCs of transactions, the newest first, from the one at (`lt`, `hash`: hex) on. */
  getTransactions(address: string, lt: bigint, hash: string, limit: number): Promise<readonly string[]>
  sendBoc(boc: Uint8Array): Promise<void>
  runGetMethod(address: string, method: string, stack: readonly StackEntry[]): Promise<GetMethodResult>
  /** The number of the newest block of the masterchain. */
  getMasterchainInfo(): Promise<number>
}

export function tonApi(transport: TonTransport): TonApi {
  async function call<T>(method: string, params: Readonly<Record<string, unknown>>, shape: z.ZodType<T>): Promise<T> {
    const parsed = shape.safeParse(await transport(method, params))
    if (!parsed.success) throw new ChainUnavailable(`${method}: the answer has another shape`)
    return parsed.data
  }

  return {
    getAddressInformation: (address) => call('getAddressInformation', { address }, accountShape),
    async getTransactions(address, lt, hashHex, limit) {
      const from = { lt: String(lt), hash: Buffer.from(hashHex, 'hex').toString('base64') }
      const rows = await call('getTransactions', { address, limit, ...from }, transactionsShape)
      return rows.map(({ data }) => data)
    },
    async sendBoc(boc) {
      await call('sendBoc', { boc: Buffer.from(boc).toString('base64') }, z.unknown())
    },
    async runGetMethod(address, method, stack) {
      const result = await call('runGetMethod', { address, method, stack }, getMethodShape)
      return { exitCode: result.exit_code, stack: result.stack, lastHash: result.last_transaction_id?.hash }
    },
    async getMasterchainInfo() {
      const { last } = await call('getMasterchainInfo', {}, blockShape)
      return last.seqno
    },
  }
}
