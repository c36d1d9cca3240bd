/** The addresses of the exchange, so that the reserves can be compared with the chains. */

import { shownAddress } from '../../chains/kinds/address.ts'
import type { NetworkId } from '../../contract/ids.ts'
import { networksOf } from '../../engine/exchange.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { Unavailable } from '../sequencer/unavailable.ts'

export type AddressesDeps = {
  readonly sequencer: Pick<Sequencer, 'read'>
  /** Of each network that the server is connected to: canonical addresses; no hot wallet until they are verified. */
  readonly networks: ReadonlyMap<
    NetworkId,
    { readonly hotWallet: string | undefined; readonly depositAddresses: readonly string[] }
  >
}

/**
 * A CSV file (RFC 4180): the hot wallet and every deposit address of each network, without their users. Throws `Unavailable`
 * while the addresses of a network are not verified.
 */
export async function addressesFile({ sequencer, networks }: AddressesDeps): Promise<string> {
  const listed = await sequencer.read((state) => networksOf(state).map(({ network }) => network))
  const lines = listed.flatMap(({ id, code }) => {
    const connected = networks.get(id)
    if (connected === undefined) return []
    const { hotWallet, depositAddresses } = connected
    if (hotWallet === undefined) throw new Unavailable(`the addresses of ${code} are not known`)
    const rows = [['hot wallet', hotWallet], ...depositAddresses.map((address) => ['deposit', address])]
    return rows.map(([kind, address = '']) => `${code},${kind},${shownAddress(address)}`)
  })
  return ['network,kind,address', ...lines].map((line) => `${line}\r\n`).join('')
}
