/** Turns transfers of a block into what the exchange makes of them: a deposit of a user, unclaimed, or nothing. */

import type { EvmBlock } from '../../../chains/evm/chain.ts'
import { type BlockTransfer, transfersOf } from '../../../chains/evm/transfers.ts'
import { unitsOfRaw } from '../../../contract/wallet/networks.ts'
import type { NetworkInfo } from '../../../engine/exchange.ts'
import type { Log } from '../../runtime/log.ts'
import type { Incoming } from '../base/incoming.ts'
import type { OwnAddresses } from './own-addresses.ts'
import type { OwnPayments } from './own-payments.ts'
import type { Scan, ScannedBlock } from './recent-blocks.ts'

/** The transfers that start or end at an own address. */
export const scanFor =
  (addresses: OwnAddresses, { assets }: Pick<NetworkInfo, 'assets'>): Scan =>
  (block: EvmBlock): readonly BlockTransfer[] => {
    const contracts = new Set(Array.from(assets.values()).flatMap(({ contract }) => contract ?? []))
    return transfersOf(block, contracts).filter(
      ({ from, to }) => addresses.find(to) !== undefined || addresses.find(from) !== undefined,
    )
  }

type Known = {
  readonly addresses: OwnAddresses
  readonly network: NetworkInfo
  readonly payments: OwnPayments
  readonly log: Log
}

/** Funds the hot wallet and belongs to no user. `treasury` is its only sender whose transfers need no operator. */
export const FUNDING = 'funding'
/** To the hot wallet, which no user is asked to pay to. */
const TO_HOT_WALLET = 'hot_wallet'

/** Units. No coin has as much: the log of a token that reports it is false, and the tables cannot store it. */
const MAX_AMOUNT = 10n ** 28n

/** `treasury` undefined: the operator's transfers to the hot wallet are unclaimed, like all others. */
export function incomingOf(
  block: ScannedBlock,
  { addresses, network, payments, log }: Known,
  treasury: string | undefined,
): readonly Incoming[] {
  const assets = new Map(Array.from(network.assets.values(), (asset) => [asset.contract, asset]))
  return block.transfers.flatMap((transfer): readonly Incoming[] => {
    const { txid, part, from, to, contract, raw, position } = transfer
    const [owner, asset] = [addresses.find(to), assets.get(contract)]
    if (owner === undefined || asset === undefined) return []
    const use = payments.get(transfer)
    if (addresses.find(from) !== undefined && use !== 'paid') {
      // Sweeps and gas for them move coins between own addresses. No other transaction should.
      if (use === undefined)
        log.error({ event: 'custody.unknown_transfer', txid }, 'an own address sent coins without a payment of ours')
      return []
    }
    const reason = owner.number > 0 ? null : from === treasury ? FUNDING : TO_HOT_WALLET
    const amount = unitsOfRaw(raw, asset)
    if (amount > MAX_AMOUNT) {
      log.error({ event: 'custody.impossible_amount', txid, contract }, 'a token reports more than any coin has')
      return []
    }
    const { height, hash } = block
    const { currency } = asset
    return [{ txid, part, height, hash, position, from, to, user: owner.user, currency, raw, amount, reason }]
  })
}
