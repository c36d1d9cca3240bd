/** The tables `payments` and `payment_versions`: what was assigned, and every signed version, stored before it is sent. */

import { readTransaction, txidOf } from '../../../chains/evm/transactions.ts'
import type { Millis, PaymentId } from '../../../contract/ids.ts'
import type { Payment } from '../../../engine/exchange.ts'
import type { Database } from '../../postgres/database.ts'
import { execute, query, queryOne } from '../../postgres/query.ts'
import type { Tables } from '../../postgres/tables.ts'
import type { ForgedRows } from '../../runtime/forged-rows.ts'

type PaymentRow = Tables['payments']
export type VersionRow = Tables['payment_versions']
type Pool = Database['pool']
type Numbered = Pick<Payment, 'id' | 'nonce'>

/** The row of another payment is still there after it was removed: another program puts it back. */
class PaymentRowMismatch extends Error {
  override readonly name = 'PaymentRowMismatch'
}

type RowDeps = {
  readonly stream: string
  readonly journal: string
  readonly now: Millis
  readonly forged: Pick<ForgedRows, 'note'>
}

/**
 * Creates the row if it does not exist. The engine knows place and nonce of the payment: rows that contradict it are noted as
 * forged and replaced. Kind and withdrawal are only shown: other ones are noted.
 */
export async function paymentRow(
  pool: Pool,
  { id, network, wallet, nonce, purpose }: Payment,
  { stream, journal, now, forged }: RowDeps,
): Promise<PaymentRow> {
  const withdrawal = purpose.kind === 'withdrawal' ? purpose.withdrawal : null
  // The table knows them as payments to other addresses.
  const kind = purpose.kind === 'return' ? 'withdrawal' : purpose.kind
  const values = [id, network, journal, stream, wallet, nonce, kind, withdrawal, now]
  const isSame = (row: PaymentRow | undefined): row is PaymentRow =>
    row?.id === id && row.journal_id === journal && row.stream === stream && row.nonce === nonce
  const stored = async (): Promise<PaymentRow | undefined> => {
    await execute(pool, INSERT, values)
    return readPaymentRow(pool, id)
  }
  let row = await stored()
  if (!isSame(row)) {
    forged.note('payments', id)
    for (const table of ['ton_excesses', 'payment_versions'])
      await execute(pool, `delete from ${table} where payment_id in (${OTHERS})`, [id, stream, wallet, nonce])
    await execute(pool, `delete from payments where id in (${OTHERS})`, [id, stream, wallet, nonce])
    row = await stored()
  }
  if (!isSame(row)) throw new PaymentRowMismatch(`payment ${id} with nonce ${nonce} differs from the stored one`)
  if (row.kind !== kind || row.withdrawal_id !== withdrawal) forged.note('payments', id)
  return row
}

const OTHERS = 'select id from payments where id = $1 or (stream = $2 and wallet = $3 and nonce = $4)'

const INSERT = `insert into payments
  (id, network_id, journal_id, stream, wallet, nonce, kind, withdrawal_id, assigned_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`

export const readPaymentRow = (pool: Pool, id: PaymentId): Promise<PaymentRow | undefined> =>
  queryOne<PaymentRow>(pool, 'select * from payments where id = $1', [id])

export const versionRows = (pool: Pool, id: PaymentId): Promise<VersionRow[]> =>
  query<VersionRow>(pool, 'select * from payment_versions where payment_id = $1 order by stored_at, txid', [id])

/**
 * The same on an EVM chain, where the bytes say which transaction it is, and its fees: lowest first, as they were signed. Those
 * of another name or nonce are left out, and fees that the signer would never sign.
 */
export const transactionRows = async (pool: Pool, { id, nonce }: Numbered): Promise<VersionRow[]> =>
  (await versionRows(pool, id))
    .flatMap((row) => {
      const signed = readTransaction(row.raw)
      if (signed === undefined || signed.nonce !== nonce || txidOf(row.raw) !== row.txid) return []
      const { maxFee, tip } = signed
      return maxFee === 0n || tip > maxFee ? [] : [{ ...row, max_fee: maxFee, tip }]
    })
    .sort((a, b) => Number(a.max_fee - b.max_fee))

export async function storeVersion(
  pool: Pool,
  id: PaymentId,
  version: { readonly raw: Uint8Array; readonly txid: string; readonly maxFee: bigint; readonly tip: bigint },
  now: Millis,
): Promise<void> {
  const { raw, txid, maxFee, tip } = version
  await execute(pool, STORE, [id, raw, txid, String(maxFee), String(tip), now])
}

const STORE = `insert into payment_versions (payment_id, raw, txid, max_fee, tip, stored_at)
values ($1, $2, $3, $4, $5, $6)
on conflict (txid) do update set payment_id = excluded.payment_id, raw = excluded.raw, max_fee = excluded.max_fee,
  tip = excluded.tip, stored_at = excluded.stored_at
where (payment_versions.payment_id, payment_versions.raw) is distinct from (excluded.payment_id, excluded.raw)`

/** True if it was not noted before. */
export const noteSent = async (pool: Pool, id: PaymentId, now: Millis): Promise<boolean> =>
  (await execute(pool, 'update payments set sent_at = $2 where id = $1 and sent_at is null', [id, now])) === 1

type Mined = { readonly txid: string; readonly height: number }

/** Undefined: no block has it, for example after a reorganisation. True if it changed. */
export const noteMined = async (pool: Pool, id: PaymentId, mined: Mined | undefined): Promise<boolean> =>
  (await execute(pool, MINED, [id, mined?.height ?? null, mined?.txid ?? null])) === 1

const MINED = `update payments set mined_height = $2, mined_txid = $3
where id = $1 and (mined_height, mined_txid) is distinct from ($2::bigint, $3::text)`

export const noteClosed = (pool: Pool, id: PaymentId, now: Millis): Promise<number> =>
  execute(pool, 'update payments set closed_at = coalesce(closed_at, $2) where id = $1', [id, now])

/** Rows that are open although the engine closed their payments: the process was killed in between. */
export const closeOthers = (pool: Pool, network: number, open: readonly PaymentId[], now: Millis): Promise<number> =>
  execute(
    pool,
    'update payments set closed_at = $3 where network_id = $1 and closed_at is null and not id = any($2::bigint[])',
    [network, [...open], now],
  )
