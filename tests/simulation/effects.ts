/** Compares the effects of all requests, according to the journal, with the answers the users got. */

import type { Refusal } from '../../src/contract/refusals.ts'
import {
  type Answer,
  canonicalText,
  type Event,
  isConversionLeg,
  type OrderOpened,
  type RequestRemembered,
  type StoredRefusal,
} from '../../src/engine/exchange.ts'
import type { ExecutedCommand } from '../../src/server/sequencer/execute-batch.ts'
import type { Journal } from '../../src/server/sequencer/journal.ts'
import { replayJournal } from '../../src/server/sequencer/replay-journal.ts'
import { noPayments, recordPayments } from './reward-payments.ts'
import { addCommand, NO_SUMS, type Sums } from './simulated-read-models.ts'

/** An answer with the sequence number of its command and the time of the exchange. */
export type Answered = { readonly id: string; readonly seq: number; readonly at: number; readonly answer: Answer }

/** The first response to a client id. */
type Remembered = Pick<RequestRemembered, 'clientId' | 'at'> & {
  readonly answer: RequestRemembered['answer'] | Pick<OrderOpened, 'order'>
}

/** Throws if an effect was lost, repeated or answered differently, or if time went backwards. */
export async function compareWithAnswers(
  journal: Journal,
  answers: readonly Answered[],
): Promise<{ readonly sums: Sums; readonly orders: number }> {
  const remembered = new Map<string, Remembered[]>()
  let sums = NO_SUMS
  let orders = 0
  let last = 0
  const payments = noPayments()
  await replayJournal(journal, (batch) => {
    for (const done of batch) {
      if (done.at < last) throw new Error(`time went back at ${done.seq}`)
      last = done.at
      sums = addCommand(sums, done)
      orders += recordEffects(done, remembered)
      recordPayments(done, payments)
    }
  })
  for (const answered of answers) if (answered.id !== '') compare(answered, remembered.get(answered.id) ?? [])
  return { sums, orders }
}

/** The number of orders the command opened: at most one, and with a client id only if the stored response says so. */
function recordEffects({ seq, outcome }: ExecutedCommand, remembered: Map<string, Remembered[]>): number {
  const allOpened = outcome.events.flatMap((event) => (event.type === 'order-opened' ? event : []))
  const opened = allOpened.filter(({ order }) => !isConversionLeg(order))
  const legs = allOpened.length - opened.length
  const responses = outcome.events.flatMap(responseIn)
  for (const response of responses) {
    const { clientId, answer } = response
    const before = remembered.get(clientId) ?? []
    // A request expires before its response is dropped, so it never takes effect twice.
    if (before.length > 0) throw new Error(`${clientId} took effect twice`)
    const isOpened = 'order' in answer
    const isConverted = 'converted' in answer
    const hasConverted = outcome.events.filter(({ type }) => type === 'converted').length === 1
    if (opened.length !== (isOpened ? 1 : 0) || legs > 0 !== isConverted || hasConverted !== isConverted)
      throw new Error(`${clientId} has an effect that differs from its response`)
    remembered.set(clientId, [...before, response])
  }
  if (opened.some(({ order }) => order !== seq)) throw new Error(`an order of ${seq} has a different id`)
  if (allOpened.length > 0 && responses.length !== 1) throw new Error(`the order of ${seq} has no stored response`)
  return opened.length
}

/** The event of an order with a client id is its response, too. */
function responseIn(event: Event): Remembered[] {
  if (event.type === 'request-remembered') return [event]
  if (event.type !== 'order-opened' || event.clientId === null) return []
  const { clientId, at, order } = event
  return [{ clientId, at, answer: { order } }]
}

const NOT_REMEMBERED: ReadonlySet<string> = new Set(['REQUEST_EXPIRED', 'VALID_UNTIL_TOO_FAR'])

function compare({ id, at, answer }: Answered, remembered: readonly Remembered[]): void {
  if (answer.type !== 'order' && answer.type !== 'converted' && answer.type !== 'refused') return
  // The request may have been executed much earlier, without an answer; or a restore took the clock back, and it is too early.
  if (answer.type === 'refused' && NOT_REMEMBERED.has(answer.refusal.code)) return
  const stored = remembered.findLast((each) => each.at <= at)
  if (stored === undefined) throw new Error(`${id} was answered but has no effect`)
  const given = givenBy(answer)
  if (canonicalText(given) !== canonicalText(stored.answer))
    throw new Error(`${id} was answered differently from its stored response`)
}

function givenBy(answer: Extract<Answer, { type: 'order' | 'converted' | 'refused' }>): object {
  if (answer.type === 'order') return { order: answer.order }
  return answer.type === 'converted' ? { converted: answer.conversion } : { refused: untagged(answer.refusal) }
}

const untagged = ({ code, params }: Refusal): StoredRefusal => ({ code, params })
