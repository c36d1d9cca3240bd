/** Ends a payment with what the chain shows. */

import type { Millis } from '../../../contract/ids.ts'
import type { Command, Payment } from '../../../engine/exchange.ts'
import type { Database } from '../../postgres/database.ts'
import type { Log } from '../../runtime/log.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import { noteClosed } from './payment-rows.ts'

type CloseDeps = {
  readonly sequencer: Pick<Sequencer, 'submit'>
  readonly database: Pick<Database, 'pool'>
  readonly log: Log
  readonly now: () => Millis
  readonly onStep?: ((step: 'closed') => void) | undefined
}

/** Logs a refusal: the payment stays open, and is looked at again. */
export async function closePayment(
  { sequencer, database, now, log, onStep = () => undefined }: CloseDeps,
  { id }: Payment,
  command: Extract<Command, { type: 'settle-payment' | 'fail-payment' | 'retry-payment' }>,
): Promise<void> {
  const refused = await sequencer.submit(command, (_state, { answer }) =>
    answer.type === 'refused' ? answer.refusal.code : undefined,
  )
  if (refused !== undefined) {
    log.error({ event: 'payment.not_closed', payment: id, refused }, 'the engine refuses the result of a payment')
    return
  }
  onStep('closed')
  await noteClosed(database.pool, id, now())
}
