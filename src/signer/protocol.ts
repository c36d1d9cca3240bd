/** What the server and the signer send each other over a Unix socket: one line of JSON each way per request. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

const address = z.string().regex(/^0x[0-9a-f]{40}$/, 'must be an address in lower case')
const hash = z.string().regex(/^0x[0-9a-f]{64}$/)
/** As the chain counts. */
const raw = z.string().regex(/^(0|[1-9]\d{0,76})$/, 'must be a whole number as a string')
const whole = z.int().min(0)
/** What BIP-32 can derive without a private key. */
const walletNumber = z
  .int()
  .min(0)
  .max(2 ** 31 - 1)

/**
 * A payment that the signer builds itself. `contract` is null for the coin of the chain. `number`: of the deposit address
 * that receives gas. `generation`: of the chain; a play chain that begins again has a new one. `approval`: the Ed25519
 * signatures of approvers in base64, separated by spaces.
 */
const payment = {
  payment: whole,
  chainId: whole,
  generation: whole,
  wallet: walletNumber,
  nonce: whole,
  to: address,
  contract: address.nullable(),
  amount: raw,
  maxFee: raw,
  tip: raw,
}

const evmInputs = [
  z.strictObject({
    ...payment,
    kind: z.literal('withdrawal'),
    withdrawal: whole,
    approval: z.string().max(400).nullable(),
  }),
  z.strictObject({ ...payment, kind: z.literal('sweep') }),
  z.strictObject({ ...payment, kind: z.literal('gas'), number: walletNumber }),
] as const

/**
 * A payment on TON. `nonce` decides the query id, `createdAt` (seconds) how long the message is valid. `contract` is the
 * jetton master, `jettonWallet` the own wallet of that jetton; both null for the coin of the chain.
 */
const tonPayment = {
  payment: whole,
  chainId: z.int().max(-1),
  generation: whole,
  wallet: z.literal(0),
  nonce: whole,
  createdAt: whole,
}
const tonAddress = z.string().regex(/^0:[0-9a-f]{64}$/, 'must be a raw address in lower case')

const tonInputs = [
  z.strictObject({
    ...tonPayment,
    kind: z.literal('ton-withdrawal'),
    to: tonAddress,
    contract: tonAddress.nullable(),
    jettonWallet: tonAddress.nullable(),
    amount: raw,
    memo: z.string().max(120).nullable(),
    withdrawal: whole,
    approval: z.string().max(400).nullable(),
  }),
  z.strictObject({ ...tonPayment, kind: z.literal('ton-deploy') }),
] as const

export const signInput = z.discriminatedUnion('kind', [...evmInputs, ...tonInputs])

export type SignInput = z.infer<typeof signInput>
export type EvmSignInput = z.infer<(typeof evmInputs)[number]>
export type TonSignInput = z.infer<(typeof tonInputs)[number]>
export type TonWithdrawalInput = Extract<TonSignInput, { readonly kind: 'ton-withdrawal' }>

export const isTon = (input: SignInput): input is TonSignInput =>
  input.kind === 'ton-withdrawal' || input.kind === 'ton-deploy'

const id = z.string().max(64)

/** A wallet on a generation of a chain, and its next nonce. */
const nextNonce = { chainId: z.int(), generation: whole, wallet: whole, next: whole }

/** Nonces below `next` are used on the chain, by payments that the journal lost. */
export const skipped = z.strictObject(nextNonce)

export type Skipped = z.infer<typeof skipped>

/** Of the process that asks. Without one it is 0: that of a server that has begun none. */
const term = whole.exactOptional()
/** Of the signer with which the term was begun: another one refuses. */
const instance = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .exactOptional()

/** Encrypted under the `SECRET_KEY` of the server: the signer cannot open it. In base64url. */
const sealedRecordKey = z.string().regex(/^[\w-]{40,200}$/)

/**
 * `status`: whether an operator has paused it, and which folder it has. `check`: whether `sign` would sign, without signing. `versions`: what was
 * signed for a payment. `transactions`: the newest version of each payment of a wallet on an EVM chain from the nonce `next`
 * on. `skip`: raises the next nonce of a wallet, never lowers it; on a chain with a fixed generation only while an operator
 * allows it. `lead`: begins a term, which is higher than all before; `sign` and `skip` of another one are refused. `keep`: stores the record key of the exchange, so that it is in the backups of the signer.
 */
const request = z.discriminatedUnion('call', [
  z.strictObject({ id, call: z.literal('addresses') }),
  z.strictObject({ id, call: z.literal('status') }),
  z.strictObject({ id, call: z.literal('counters') }),
  z.strictObject({ id, call: z.literal('versions'), payment: whole }),
  z.strictObject({ id, call: z.literal('transactions'), input: skipped }),
  z.strictObject({ id, call: z.literal('check'), input: signInput }),
  z.strictObject({ id, call: z.literal('sign'), input: signInput, term, instance }),
  z.strictObject({ id, call: z.literal('skip'), input: skipped, term, instance }),
  z.strictObject({ id, call: z.literal('lead'), term: whole, instance }),
  z.strictObject({ id, call: z.literal('keep'), recordKey: sealedRecordKey }),
])

export type SignerRequest = z.infer<typeof request>

/** The next nonce of each wallet that has signed. `newest`: the latest time of its messages on TON, in seconds. */
export const nonces = z.array(z.strictObject({ ...nextNonce, newest: whole.optional() }))

const counters = z.strictObject({
  nonces,
  /** The highest payment id; 0 without payments. */
  highestPayment: whole,
  /** The highest term; 0 before the first one. */
  term: whole,
})

export type Counters = z.infer<typeof counters>

const version = z.strictObject({ maxFee: raw, tip: raw, txid: hash })

export type SignedVersion = z.infer<typeof version>

/** Ed25519. */
const publicKey = z.string().regex(/^[0-9a-f]{64}$/)

const reply = z.union([
  /** `manifestKey` signs manifests of backups. */
  z.strictObject({ id: z.string(), xpub: z.string(), tonKey: publicKey, manifestKey: publicKey }),
  z.strictObject({ id: z.string(), isPaused: z.boolean(), instance }),
  z.strictObject({ id: z.string(), counters }),
  z.strictObject({ id: z.string(), raw: z.string().regex(/^0x[0-9a-f]+$/), txid: hash }),
  z.strictObject({ id: z.string(), versions: z.array(version) }),
  z.strictObject({ id: z.string(), transactions: z.array(z.string().regex(/^0x[0-9a-f]+$/)) }),
  z.strictObject({ id: z.string(), accepted: z.literal(true) }),
  /** The policy or the history of the signer forbids it. */
  z.strictObject({ id: z.string(), refused: z.string() }),
])

export type SignerReply = z.infer<typeof reply>

export const MAX_LINE_BYTES = 64 * 1_024

const envelope = z.strictObject({ body: z.string(), mac: z.string().regex(/^[0-9a-f]{64}$/) })

const macOf = (token: string, direction: string, body: string): Buffer =>
  createHmac('sha256', token).update(`${direction}\n${body}`).digest()

/** A line that only the holder of the token can write. */
export const seal = (token: string, direction: 'request' | 'reply', message: SignerRequest | SignerReply): string => {
  const body = JSON.stringify(message)
  return `${JSON.stringify({ body, mac: macOf(token, direction, body).toString('hex') })}\n`
}

/** Undefined for everything else. */
function open(token: string, direction: 'request' | 'reply', line: string): unknown {
  try {
    const { data } = envelope.safeParse(JSON.parse(line))
    if (data === undefined) return undefined
    const mac = Buffer.from(data.mac, 'hex')
    return timingSafeEqual(mac, macOf(token, direction, data.body)) ? JSON.parse(data.body) : undefined
  } catch {
    return undefined
  }
}

export const openRequest = (token: string, line: string): SignerRequest | undefined =>
  request.safeParse(open(token, 'request', line)).data

export const openReply = (token: string, line: string): SignerReply | undefined =>
  reply.safeParse(open(token, 'reply', line)).data

/** By its operator. */
export const SIGNER_PAUSED = 'the signer is paused'

/** Another process leads, or has led since. */
export const TERM_ENDED = 'another process has begun a later term'

/** It was begun with another signer. */
export const TERM_UNKNOWN = 'this signer does not know the term'

/** The reason of a refusal that an approval can change. */
export const APPROVAL_MISSING = 'the amount needs an approval'
export const SECOND_APPROVAL_MISSING = 'the amount needs the approval of a second approver'
export const APPROVAL_INVALID = 'the approval is not valid'
/** These are refused for this withdrawal at any time; all other reasons pass, or concern every payment. */
export const AMOUNT_REFUSED = 'the amount is above the limit'
export const ADDRESS_REFUSED = 'the address cannot receive withdrawals'
export const WITHDRAWAL_PAID = 'the withdrawal has another payment'
/** On TON: until the message of the other payment is not valid any more. */
export const WITHDRAWAL_UNDERWAY = 'another payment of the withdrawal is still valid'

/** An earlier payment of the wallet is not signed yet. */
export const NONCE_GAP = 'the nonce leaves a gap'

/** Until an operator allows it on the machine of the signer. */
export const SKIP_NOT_ALLOWED =
  'create an empty file named "recovery" in the folder of the signer, at most an hour before'

/** What an approver signs: the payment of a withdrawal. `amount` as the chain counts, without the fee. */
export const approvalText = (approval: {
  readonly withdrawal: number
  readonly chainId: number
  readonly contract: string | null
  readonly to: string
  readonly amount: string
  readonly memo?: string | null
}): string =>
  [
    'tern approval 1',
    `withdrawal ${approval.withdrawal}`,
    `chain ${approval.chainId}`,
    `asset ${approval.contract ?? 'native'}`,
    `address ${approval.to}`,
    `amount ${approval.amount}`,
    ...(approval.memo == null ? [] : [`memo ${JSON.stringify(approval.memo)}`]),
  ].join('\n')
