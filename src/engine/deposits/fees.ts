/** What the exchange pays the network for receiving a transfer. */

import { negated } from '../../contract/money.ts'
import { unitsOfRaw } from '../../contract/wallet/networks.ts'
import { expectDefined } from '../assert.ts'
import { addDust, type ListedNetwork } from '../networks/state.ts'
import { chainOwner, move, type Posting } from '../postings.ts'

/** `fee`: raw amount of the coin that pays fees, rounded down; the rest is dust. */
export function feePostings(listed: ListedNetwork, fee: bigint): Posting[] {
  const { network } = listed
  const amount = feeUnits(listed, fee)
  if (amount === 0n) return []
  return move(
    network.gasCurrency,
    amount,
    { owner: 'gas', part: 'free' },
    { owner: chainOwner(network.code), part: 'free' },
  )
}

export const addFeeDust = (listed: ListedNetwork, fee: bigint): void =>
  addDust(listed, listed.network.gasCurrency, -fee, negated(feeUnits(listed, fee)))

const feeUnits = ({ network, assets }: ListedNetwork, fee: bigint) =>
  unitsOfRaw(fee, expectDefined(assets.get(network.gasCurrency), 'the coin that pays fees is listed'))
