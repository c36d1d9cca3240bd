/** The message that a wallet of the user signs to deposit on TON in one step. It contains the memo of the user. */

import { Address } from '@ton/core'
import { ChainUnavailable } from '../../chains/chain-unavailable.ts'
import { friendlyAddress, parseTonAddress } from '../../chains/ton/address.ts'
import { commentCell } from '../../chains/ton/comment.ts'
import { JETTON_TRANSFER_VALUE, jettonTransferBody } from '../../chains/ton/jetton.ts'
import type { CurrencyId, NetworkId, UserId } from '../../contract/ids.ts'
import { formatUnits, parseUnits } from '../../contract/money.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import { type NetworkAsset, rawOfUnits, withdrawStep } from '../../contract/wallet/networks.ts'
import { currencyOf } from '../../engine/exchange.ts'
import type { TonNetwork } from '../custody/ton/ton-network.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'

type TonPaymentDeps = { readonly networks: readonly TonNetwork[]; readonly sequencer: Pick<Sequencer, 'read'> }

/** `sender`: the address of the wallet that pays. */
type TonPaymentRequest = {
  readonly network: NetworkId
  readonly currency: CurrencyId
  readonly amount: string
  readonly sender: string
}

/** `to` is as wallets show it, `value` in nanotons, `payload` the body in Base64. */
export type TonPayment = {
  readonly chainId: number
  readonly to: string
  readonly value: bigint
  readonly payload: string
}

/** Goes to the exchange together with the jettons, so that it gets a notification with the memo. */
const FORWARD_AMOUNT = 10_000_000n

export async function tonPayment(
  deps: TonPaymentDeps,
  user: UserId,
  request: TonPaymentRequest,
): Promise<TonPayment | Refusal> {
  const network = deps.networks.find(({ id }) => id === request.network)
  const listed = network?.listed()
  if (network === undefined || listed === undefined) return refuse('NETWORK_NOT_FOUND')
  const asset = listed.assets.get(request.currency)
  if (asset === undefined) return refuse('CURRENCY_NOT_FOUND')
  if (asset.deposits !== 'open' || listed.paused !== null) return refuse('DEPOSIT_DISABLED', { notice: asset.notice })
  const raw = await parseAmount(deps, asset, request.amount)
  if (isRefused(raw)) return raw
  const sender = parseTonAddress(request.sender)?.raw
  if (sender === undefined) return refuse('INVALID_ADDRESS', { network: listed.network.name })
  const deposit = await network.depositAddress(user)
  if (deposit === undefined || !network.reads(asset.contract)) return refuse('NETWORK_UNAVAILABLE')
  if (isRefused(deposit)) return deposit
  const { chainId } = listed.network
  const { address, memo } = deposit
  if (asset.contract === null) {
    const payload = base64(commentCell(memo ?? ''))
    return { chainId, to: friendlyAddress(address), value: raw, payload }
  }
  const wallet = await jettonWallet(network, asset.contract, sender)
  if (wallet === undefined) return refuse('NETWORK_UNAVAILABLE')
  const body = { queryId: 0n, amount: raw, to: address, responseTo: sender, forwardAmount: FORWARD_AMOUNT }
  const to = Address.parseRaw(wallet).toString({ bounceable: true })
  return { chainId, to, value: JETTON_TRANSFER_VALUE, payload: base64(jettonTransferBody({ ...body, comment: memo })) }
}

const base64 = (cell: ReturnType<typeof commentCell>): string => cell.toBoc().toString('base64')

async function parseAmount(
  { sequencer }: TonPaymentDeps,
  asset: NetworkAsset,
  text: string,
): Promise<bigint | Refusal> {
  const amount = parseUnits(text)
  if (amount === undefined) return refuse('INVALID_NUMBER', { field: 'amount' })
  const step = withdrawStep(asset)
  if (amount % step !== 0n) return refuse('PRECISION', { step: formatUnits(step) })
  if (amount >= asset.minDeposit && amount > 0n) return rawOfUnits(amount, asset.decimals)
  const currency = await sequencer.read((state) => currencyOf(state, asset.currency)?.symbol)
  return refuse('MIN_AMOUNT', { min: formatUnits(asset.minDeposit), currency: currency ?? '' })
}

/** Undefined while the chain cannot be asked. */
async function jettonWallet({ chain }: TonNetwork, master: string, owner: string): Promise<string | undefined> {
  try {
    return await chain.jettonWallet(master, owner)
  } catch (error) {
    if (error instanceof ChainUnavailable) return undefined
    throw error
  }
}
