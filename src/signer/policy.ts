/** The file `policy.json`: what the signer signs at all. Amounts as the chain counts. */

import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ZERO_TON_ADDRESS } from '../chains/ton/address.ts'

const raw = z
  .string()
  .regex(/^\d{1,77}$/, 'must be a whole number as a string')
  .transform(BigInt)
const whole = z.int().min(0)

const approverKey = z.string().max(200).refine(isEd25519, 'must be an Ed25519 public key, SPKI in base64')

const approval = z
  .strictObject({ above: raw, keys: z.array(approverKey).min(1), need: z.int().min(1).max(2) })
  .refine(({ keys, need }) => new Set(keys).size >= need, 'must have as many different keys as it needs')

/** Limits of withdrawals, for each and for all within an hour and a day. */
const limits = {
  maxAmount: raw,
  maxHour: raw,
  maxDay: raw,
  /** Above each of these amounts, `need` of the approvers must have signed: Ed25519 keys, SPKI in base64. */
  approvals: z.array(approval),
}

const asset = z.strictObject({
  contract: z
    .string()
    .regex(/^0x[0-9a-f]{40}$/, 'must be an address in lower case')
    .nullable(),
  ...limits,
})

const network = z.strictObject({
  chainId: whole,
  /** 1 for a chain with real coins; null, for play chains only: any. */
  generation: whole.nullable(),
  /** The highest fee of a transaction. */
  maxFee: raw,
  /** The most that all transactions within a day can cost in fees, sweeps and gas included. */
  maxFeesDay: raw,
  /** The highest amount that a deposit address gets for gas. */
  maxGas: raw,
  assets: z.array(asset),
})

const tonAddress = z.string().regex(/^0:[0-9a-f]{64}$/, 'must be a raw address in lower case')

const isNotZero = (address: string): boolean => address !== ZERO_TON_ADDRESS
const ZEROS = 'must not be zeros: "npm run operator -- networks" prints the jetton wallet of the exchange'

/**
 * `contract`: the jetton master, and `jettonWallet` the own wallet of it; both null for the coin of the chain. `any`: for play
 * chains only.
 */
const tonAsset = z.strictObject({
  contract: tonAddress.nullable(),
  jettonWallet: z.union([z.literal('any'), tonAddress.refine(isNotZero, ZEROS)]).nullable(),
  ...limits,
})

const tonNetwork = z.strictObject({
  /** The global id of the chain, which is negative. */
  chainId: z.int().max(-1),
  generation: whole.nullable(),
  /** The most that all messages within a day can cost in fees and in coins that accompany jettons (`maxCostOf`). */
  maxFeesDay: raw,
  assets: z.array(tonAsset),
})

const policy = z.strictObject({ networks: z.array(network), tonNetworks: z.array(tonNetwork).default([]) })

export type Policy = z.infer<typeof policy>
/** As it is stored. */
export type PolicyFile = z.input<typeof policy>
export type NetworkPolicy = Policy['networks'][number]
export type TonNetworkPolicy = Policy['tonNetworks'][number]
export type TonAssetPolicy = TonNetworkPolicy['assets'][number]
export type AssetPolicy = NetworkPolicy['assets'][number]

/** `play`: for play chains, which begin again with another generation. */
export type PolicyKind = 'play' | 'live'

/** Throws with the reason if the file is missing or not valid, or says `any` of something and is not for play chains. */
export const readPolicy = (file: string, kind: PolicyKind): Policy => parsePolicy(readFileSync(file, 'utf8'), kind)

/** As `readPolicy`, from the content of the file. */
export function parsePolicy(text: string, kind: PolicyKind): Policy {
  const { data, error } = policy.safeParse(jsonOf(text))
  if (data === undefined) throw new Error(`policy.json is not valid: ${z.prettifyError(error)}`)
  const problem = kind === 'play' ? undefined : problemOf(data)
  if (problem !== undefined) throw new Error(`policy.json is not valid: ${problem}`)
  return data
}

/** Why the policy is for play chains only. */
function problemOf({ networks, tonNetworks }: Policy): string | undefined {
  const anyGeneration = [...networks, ...tonNetworks].find(({ generation }) => generation === null)
  if (anyGeneration !== undefined)
    return `chain ${anyGeneration.chainId} has the generation null, which is for play chains only: use 1`
  const anyWallet = tonNetworks.flatMap(({ assets }) => assets).find(({ jettonWallet }) => jettonWallet === 'any')
  return anyWallet && `${anyWallet.contract} has the jetton wallet "any", which is for play chains only`
}

function isEd25519(key: string): boolean {
  try {
    const spki = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
    return spki.asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`policy.json is not JSON: ${error instanceof Error ? error.message : error}`)
  }
}
