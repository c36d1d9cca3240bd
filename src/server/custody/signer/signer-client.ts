/** Sends requests to the signer: a connection each, and one line of JSON each way. */

import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import {
  type Counters,
  openReply,
  type SignedVersion,
  type SignerReply,
  type SignerRequest,
  type SignInput,
  type Skipped,
  seal,
} from '../../../signer/protocol.ts'
import { connectPinned, type TlsAddress } from './connect-pinned.ts'

/** The signer does not run, or its answer is not authentic. */
export class SignerUnavailable extends Error {
  override readonly name = 'SignerUnavailable'
}

type Signed = { readonly raw: string; readonly txid: string } | { readonly refused: string }

/** All calls throw `SignerUnavailable`; after that, a signature may exist in the signer's journal. */
export type SignerClient = {
  /** The extended public key from which all EVM addresses are derived. */
  xpub(): Promise<string>
  /** The public key of the hot wallet on TON, as hex digits. */
  tonKey(): Promise<string>
  /** The public key that signs manifests of backups, as hex digits. */
  manifestKey(): Promise<string>
  /** Whether an operator has paused the signer: then nothing is signed. */
  isPaused(): Promise<boolean>
  /** Which folder the signer has: after a restore from a backup it is another one. */
  instance(): Promise<string>
  counters(): Promise<Counters>
  /** What was signed for the payment, oldest first. */
  versions(payment: number): Promise<readonly SignedVersion[]>
  /** What the wallet has signed on an EVM chain from the nonce `next` on, as hex digits; the reason if the signer refuses. */
  transactions(input: Skipped): Promise<readonly string[] | { readonly refused: string }>
  /** Why the payment would not be signed; undefined if it would. */
  check(input: SignInput): Promise<string | undefined>
  sign(input: SignInput): Promise<Signed>
  /** Stores the record key, encrypted, where the backups of the signer have it. */
  keep(recordKey: string): Promise<void>
  /** Raises the next nonce of a wallet, never lowers it. The reason if the signer refuses. */
  skip(input: Skipped): Promise<string | undefined>
  /**
   * Begins a term with the signer that has this folder: from now on it refuses `sign` and `skip` of all others, and another signer
   * refuses those of this one. The reason if it refuses.
   */
  lead(term: number, instance: string): Promise<string | undefined>
}

/** A Unix socket of this machine, or what answers for the signer on another one. */
type SignerPlace = { readonly socket: string } | { readonly tls: TlsAddress }
export type SignerAddress = SignerPlace & { readonly token: string }

const TIMEOUT_MILLIS = 5_000
/** The counters of a hundred thousand wallets. */
const MAX_REPLY_BYTES = 16 * 1_024 * 1_024

type Call = SignerRequest extends infer R ? (R extends SignerRequest ? Omit<R, 'id'> : never) : never

type Answers<R> = R extends SignerReply ? Exclude<keyof R, 'id'> : never
/** The answer of the signer that has this field. */
type AnswerWith<Name extends Answers<SignerReply>> = Extract<SignerReply, Readonly<Record<Name, unknown>>>

export function signerClient(address: SignerAddress): SignerClient {
  const send = async (call: Call): Promise<SignerReply> => {
    const id = randomUUID()
    const line = await exchangeLines(address, seal(address.token, 'request', { id, ...call } as SignerRequest))
    const reply = openReply(address.token, line)
    if (reply?.id !== id) throw new SignerUnavailable('the answer of the signer is not authentic')
    return reply
  }
  /** The one that this client has begun. */
  let begun: { readonly term: number; readonly instance: string } | undefined
  const ofTerm = () => begun ?? {}
  const unexpected = (): never => {
    throw new SignerUnavailable('the signer answered with something else')
  }
  /** The reason of a refusal. */
  const refusalOf = (reply: SignerReply): string | undefined => {
    if ('accepted' in reply) return undefined
    return 'refused' in reply ? reply.refused : unexpected()
  }
  const ask = async <Name extends Answers<SignerReply>>(call: Call, name: Name): Promise<AnswerWith<Name>[Name]> => {
    const reply = await send(call)
    return name in reply ? (reply as AnswerWith<Name>)[name] : unexpected()
  }
  return {
    xpub: () => ask({ call: 'addresses' }, 'xpub'),
    tonKey: () => ask({ call: 'addresses' }, 'tonKey'),
    manifestKey: () => ask({ call: 'addresses' }, 'manifestKey'),
    isPaused: () => ask({ call: 'status' }, 'isPaused'),
    async instance() {
      const reply = await send({ call: 'status' })
      if (!('isPaused' in reply)) return unexpected()
      if (reply.instance !== undefined) return reply.instance
      throw new SignerUnavailable('the signer is of an earlier version: start it again with this one')
    },
    counters: () => ask({ call: 'counters' }, 'counters'),
    versions: (payment) => ask({ call: 'versions', payment }, 'versions'),
    async transactions(input) {
      const reply = await send({ call: 'transactions', input })
      if ('refused' in reply) return { refused: reply.refused }
      return 'transactions' in reply ? reply.transactions : unexpected()
    },
    check: async (input) => refusalOf(await send({ call: 'check', input })),
    skip: async (input) => refusalOf(await send({ call: 'skip', input, ...ofTerm() })),
    async lead(term, instance) {
      const refused = refusalOf(await send({ call: 'lead', term, instance }))
      if (refused === undefined) begun = { term, instance }
      return refused
    },
    async keep(recordKey) {
      if (refusalOf(await send({ call: 'keep', recordKey })) !== undefined) unexpected()
    },
    async sign(input) {
      const reply = await send({ call: 'sign', input, ...ofTerm() })
      if ('refused' in reply) return { refused: reply.refused }
      return 'raw' in reply ? { raw: reply.raw, txid: reply.txid } : unexpected()
    },
  }
}

/** The line that the other side sends after `request`. */
function exchangeLines(place: SignerPlace, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = openSocket(place, () => socket.write(request))
    const chunks: Buffer[] = []
    let size = 0
    const fail = (reason: string): void => {
      socket.destroy()
      reject(new SignerUnavailable(reason))
    }
    socket.setTimeout(TIMEOUT_MILLIS, () => fail('the signer does not answer'))
    socket.once('error', ({ message }) => fail(`the signer cannot be reached: ${message}`))
    socket.once('close', () => fail('the signer closed the connection'))
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > MAX_REPLY_BYTES) return fail('the answer of the signer is too long')
      if (!chunk.includes(10)) return
      const text = Buffer.concat(chunks)
      resolve(text.toString('utf8', 0, text.indexOf(10)))
      socket.destroy()
    })
  })
}

const openSocket = (place: SignerPlace, onOpen: () => void): Socket =>
  'tls' in place ? connectPinned(place.tls, onOpen) : connect(place.socket, onOpen)
