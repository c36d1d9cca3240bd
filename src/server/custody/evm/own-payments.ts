/** What the exchange moved itself. Only the engine says what for: rows of `payments` decide nothing here. */

import type { BlockTransfer } from '../../../chains/evm/transfers.ts'
import type { NetworkId } from '../../../contract/ids.ts'
import { type NonceUse, nonceUse } from '../../../engine/exchange.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import type { OwnAddresses } from './own-addresses.ts'
import type { ScannedBlock } from './recent-blocks.ts'

type Deps = { readonly sequencer: Pick<Sequencer, 'read'>; readonly addresses: OwnAddresses }

/** Of the transfers from own addresses. One that another account's transaction reports is none of ours. */
export type OwnPayments = ReadonlyMap<BlockTransfer, NonceUse>

export function ownPayments(
  { sequencer, addresses }: Deps,
  network: NetworkId,
  blocks: readonly ScannedBlock[],
): Promise<OwnPayments> {
  const own = blocks.flatMap(({ transfers }) =>
    transfers.flatMap((transfer) => {
      const wallet = addresses.find(transfer.from)
      return wallet === undefined ? [] : [{ transfer, wallet }]
    }),
  )
  return sequencer.read(
    (state) =>
      new Map(
        own.map(({ transfer, wallet: { number, address } }) => [
          transfer,
          transfer.sender === address ? nonceUse(state, network, number, transfer.nonce) : undefined,
        ]),
      ),
  )
}
