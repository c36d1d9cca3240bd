/** What became of every wish, as the journal tells it, against what people were answered. */

import { canonicalText } from '../../src/engine/canonical-text.ts'
import type { Answer } from '../../src/engine/engine.ts'
import type { RequestRemembered } from '../../src/engine/events.ts'
import { REMEMBERED_FOR } from '../../src/engine/orders/remembered.ts'
import type { Done } from '../../src/server/core/carry-out.ts'
import type { Journal } from '../../src/server/core/journal.ts'
import { recover } from '../../src/server/core/recovery.ts'
import { added, NO_SUMS, type Sums } from './simulated-past.ts'

/** An answer, and the command and the exchange's time when it was given. */
export type Answered = { readonly id: string; readonly seq: number; readonly at: number; readonly answer: Answer }

/** Throws where something was lost, doubled, answered otherwise than it was, or stamped before what came before. */
export async function accountFor(
  journal: Journal,
  answers: readonly Answered[],
): Promise<{ readonly sums: Sums; readonly orders: number }> {
  const remembered = new Map<string, RequestRemembered[]>()
  let sums = NO_SUMS
  let orders = 0
  let last = 0
  await recover(journal, (batch) => {
    for (const done of batch) {
      if (done.at < last) throw new Error(`time went back at ${done.seq}`)
      last = done.at
      sums = added(sums, done)
      orders += noteEffects(done, remembered)
    }
  })
  for (const answered of answers) if (answered.id !== '') compare(answered, remembered.get(answered.id) ?? [])
  return { sums, orders }
}

/** How many orders this command opened: one at most, and one of a wish only where its answer says so. */
function noteEffects({ seq, outcome }: Done, remembered: Map<string, RequestRemembered[]>): number {
  const opened = outcome.events.flatMap((event) => (event.type === 'order-opened' ? event : []))
  for (const event of outcome.events) {
    if (event.type !== 'request-remembered') continue
    const before = remembered.get(event.clientId) ?? []
    const latest = before.at(-1)
    if (latest !== undefined && event.at - latest.at < REMEMBERED_FOR)
      throw new Error(`${event.clientId} had two effects`)
    const isOpened = 'order' in event.answer
    if (opened.length !== (isOpened ? 1 : 0)) throw new Error(`${event.clientId} was not done as it was answered`)
    remembered.set(event.clientId, [...before, event])
  }
  if (opened.some(({ order }) => order !== seq)) throw new Error(`an order of ${seq} has another number`)
  if (opened.length > 0 && !outcome.events.some(({ type }) => type === 'request-remembered'))
    throw new Error(`the order of ${seq} is not remembered`)
  return opened.length
}

function compare({ id, at, answer }: Answered, remembered: readonly RequestRemembered[]): void {
  if (answer.type !== 'order' && answer.type !== 'refused') return
  const known = remembered.findLast((each) => each.at <= at)
  if (known === undefined || at - known.at >= REMEMBERED_FOR) throw new Error(`${id} was answered and did not happen`)
  const [said, was] = [answer.type === 'order' ? { order: answer.order } : { refused: answer.refusal }, known.answer]
  if (canonicalText(said) !== canonicalText(was)) throw new Error(`${id} was answered otherwise than it was done`)
}
