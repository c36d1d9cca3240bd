/** The addresses of the exchange, so that the reserves can be compared with the chains. */

import { withChecksum } from '../../chains/evm/address.ts'
import { networksOf } from '../../engine/exchange.ts'
import { query } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import type { ReportDeps } from './make-report.ts'

type Row = Pick<Tables['deposit_addresses'], 'number' | 'address'>

/** A CSV file (RFC 4180): the hot wallet and every deposit address of each network, without their users. */
export async function addressesFile({ sequencer, database }: ReportDeps): Promise<string> {
  const networks = await sequencer.read((state) => networksOf(state).map(({ network }) => network.code))
  // Not in the order of the users.
  const rows = await query<Row>(
    database.pool,
    'select number, address from deposit_addresses order by number > 0, address',
  )
  const lines = networks.flatMap((network) =>
    rows.map(({ number, address }) => `${network},${number === 0 ? 'hot wallet' : 'deposit'},${withChecksum(address)}`),
  )
  return ['network,kind,address', ...lines].map((line) => `${line}\r\n`).join('')
}
