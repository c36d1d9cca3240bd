/** The three parts of ERC-20 that the exchange uses: `transfer`, `balanceOf` and the Transfer log. Hex, lower case. */

import type { EvmLog } from './chain.ts'

/** keccak256 of `Transfer(address,address,uint256)`. */
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const TRANSFER = '0xa9059cbb'
const BALANCE_OF = '0x70a08231'

const word = (hex: string): string => hex.padStart(64, '0')
const addressWord = (address: string): string => word(address.slice(2))

export const transferData = (to: string, raw: bigint): `0x${string}` =>
  `${TRANSFER}${addressWord(to)}${word(raw.toString(16))}`

export const balanceOfData = (address: string): `0x${string}` => `${BALANCE_OF}${addressWord(address)}`

const TRANSFER_CALL = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/

/** The arguments of a `transfer` call; undefined for any other data. */
export function readTransferData(data: string): { readonly to: string; readonly raw: bigint } | undefined {
  const [, to, raw] = TRANSFER_CALL.exec(data) ?? []
  return to === undefined || raw === undefined ? undefined : { to: `0x${to}`, raw: BigInt(`0x${raw}`) }
}

const ADDRESS_WORD = /^0x0{24}([0-9a-f]{40})$/
const AMOUNT_WORD = /^0x[0-9a-f]{64}$/

/** The movement that a Transfer log reports; undefined for any other log. The contract may report what did not happen. */
export function readTransferLog({
  topics,
  data,
}: EvmLog): { readonly from: string; readonly to: string; readonly raw: bigint } | undefined {
  const [topic, from, to] = topics
  if (topics.length !== 3 || topic !== TRANSFER_TOPIC || !AMOUNT_WORD.test(data)) return undefined
  const [sender, receiver] = [from, to].map((each) => ADDRESS_WORD.exec(each ?? '')?.[1])
  if (sender === undefined || receiver === undefined) return undefined
  return { from: `0x${sender}`, to: `0x${receiver}`, raw: BigInt(data) }
}
