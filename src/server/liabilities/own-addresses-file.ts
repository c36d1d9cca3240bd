/** The addresses of the exchange, so that the reserves can be compared with the chains. */

import { shownAddress } from '../../chains/kinds/address.ts'
import { networksOf } from '../../engine/exchange.ts'
import { query } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import type { ReportDeps } from './make-report.ts'

type Row = Pick<Tables['deposit_addresses'], 'number' | 'address'>

/** A CSV file (RFC 4180): the hot wallet and every deposit address of each network, without their users. */
export async function addressesFile({ sequencer, database: { pool } }: ReportDeps): Promise<string> {
  const networks = await sequencer.read((state) => networksOf(state).map(({ network }) => network))
  // Not in the order of the users.
  const evm = await query<Row>(pool, 'select number, address from deposit_addresses order by number > 0, address')
  const ton = await query<Tables['ton_wallets']>(pool, 'select network_id, address from ton_wallets')
  const lines = networks.flatMap(({ id, kind, code }) =>
    kind === 'evm'
      ? evm.map(({ number, address }) => `${code},${number === 0 ? 'hot wallet' : 'deposit'},${shownAddress(address)}`)
      : ton
          .filter((each) => each.network_id === id)
          .map(({ address }) => `${code},hot wallet,${shownAddress(address)}`),
  )
  return ['network,kind,address', ...lines].map((line) => `${line}\r\n`).join('')
}
