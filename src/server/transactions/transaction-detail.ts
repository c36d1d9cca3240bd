/** One entry of the history with its steps. */

import type { Millis, UserId } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { TransactionStatus } from '../../contract/transactions/views.ts'
import { marketOf } from '../../engine/exchange.ts'
import { query } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import { type HistoryDeps, historyPage, type TransactionFacts } from './history.ts'
import { fillsOfOrder, type TradeFill } from './trade-rows.ts'

/** `at` is undefined for a step that is still to come. */
type Step = { readonly status: TransactionStatus; readonly at: Millis | undefined }
export type TransactionDetail = TransactionFacts & {
  readonly steps: readonly Step[]
  /** Of a trade. */
  readonly fills: readonly TradeFill[]
}

const STEPS = 'select * from transaction_steps where uuid = $1 order by at'

/** Of another user: refused like an unknown one. */
export async function transactionDetail(
  deps: HistoryDeps,
  user: UserId,
  uuid: string,
): Promise<TransactionDetail | Refusal> {
  const { transactions } = await historyPage(deps, user, { type: 'all', uuid, offset: 0, limit: 1 })
  const facts = transactions[0]
  if (facts === undefined) return refuse('TRANSACTION_NOT_FOUND')
  if (facts.row.type === 'trade') return { ...facts, steps: [], fills: await fillsOf(deps, user, facts) }
  const stored = await query<Tables['transaction_steps']>(deps.database.pool, STEPS, [facts.row.uuid])
  return { ...facts, steps: stepsOf(facts, stored), fills: [] }
}

async function fillsOf(deps: HistoryDeps, user: UserId, { row }: TransactionFacts): Promise<readonly TradeFill[]> {
  const fills = await fillsOfOrder(deps.database, user, row.seq)
  return deps.sequencer.read((state) =>
    fills.flatMap((fill) => {
      const pair = marketOf(state, fill.pair_id)?.pair
      return pair === undefined ? [] : [{ fill, orderUuid: row.uuid, pair }]
    }),
  )
}

const TO_COME: Readonly<Partial<Record<TransactionStatus, readonly TransactionStatus[]>>> = {
  confirming: ['completed'],
  review: ['processing', 'sent', 'completed'],
  processing: ['sent', 'completed'],
  sent: ['completed'],
}

/** Steps that are done, in their order, and those that follow if all goes well. */
export function stepsOf({ row }: TransactionFacts, stored: readonly Tables['transaction_steps'][]): Step[] {
  const done: Step[] = stored.map(({ status, at }) => ({ status, at }))
  if (row.seen_at !== null) done.unshift({ status: 'confirming', at: row.seen_at })
  if (row.sent_at !== null) {
    const last = done.at(-1)?.status
    const isOver = last === 'completed' || last === 'failed'
    done.splice(isOver ? done.length - 1 : done.length, 0, { status: 'sent', at: row.sent_at })
  }
  if (done.length === 0) done.push({ status: row.status, at: row.at })
  const last = done.at(-1)?.status
  if (row.type === 'deposit' && row.status === 'failed' && last !== 'failed')
    done.push({ status: 'failed', at: row.updated_at })
  const next = TO_COME[done.at(-1)?.status ?? 'completed'] ?? []
  return [...done, ...next.map((status): Step => ({ status, at: undefined }))]
}
