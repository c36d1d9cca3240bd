/** Executes a conversion once per client id: all legs in one command, or nothing. */

import type { Conversion } from '../../contract/convert/conversion.ts'
import type { OrderId } from '../../contract/ids.ts'
import { refuseFiner } from '../../contract/markets/precision.ts'
import { minus, type Ppm, type Units, ZERO } from '../../contract/money.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import { executeLeg } from '../core.ts'
import { type Answer, type Execution, emit } from '../execution.ts'
import { answerBefore, remembered } from '../idempotency/answer-once.ts'
import { findResponse } from '../idempotency/state.ts'
import { textHash } from '../idempotency/text-hash.ts'
import type { Convert } from './commands.ts'
import { type ConversionPlan, feeRate, plan } from './plan.ts'

/** The order ids of the legs: above those of all orders that users place, and within the 48 bits of a uuid. */
export const FIRST_LEG = 2 ** 47
const SECOND_LEG = 2 ** 47 + 2 ** 46

export function convert(execution: Execution, command: Convert): Answer {
  const { user, clientId, validUntil } = command
  const request = { user, clientId, validUntil, body: textHash(requestText(command)) }
  const first = findResponse(execution.state, user, clientId, execution.at)
  return answerBefore(execution, request, first) ?? remembered(execution, request, convertNow(execution, command))
}

function convertNow(execution: Execution, command: Convert): Answer {
  const { state, at, seq } = execution
  const { user, from, to, fromAmount, minTo, spread } = command
  const planned = refuseConversion(command) ?? plan(state, user, from, to, fromAmount)
  if (isRefused(planned)) return { type: 'refused', refusal: planned }
  const finer = refuseFiner(planned.to, minTo)
  if (finer !== undefined) return { type: 'refused', refusal: finer }
  const rate = feeRate(planned.gross, minTo, spread)
  if (rate === undefined) return { type: 'refused', refusal: refuse('RATE_CHANGED') }
  const conversion = execute(execution, planned, command, rate, seq)
  emit(execution, { type: 'converted', at, user, conversion })
  return { type: 'converted', conversion, repeated: false }
}

function refuseConversion({ spread, minTo }: Convert): Refusal | undefined {
  const isValid = Number.isSafeInteger(spread) && spread >= 0 && spread <= 100_000 && minTo > 0n
  return isValid
    ? undefined
    : refuse('INVALID_REQUEST', { reason: 'The minimum amount is above 0, the spread up to 10 %.' })
}

/** Amounts are taken from the fills: own orders in the way are cancelled, and what these release is no gain. */
function execute(
  execution: Execution,
  { legs, spent }: ConversionPlan,
  { user, from, to }: Convert,
  rate: Ppm,
  seq: number,
): Conversion {
  const [first, second] = legs
  if (second === undefined) {
    const fee = executeLeg(execution.state, first, user, (FIRST_LEG + seq) as OrderId, rate)
    return { from, to, fromAmount: spent, toAmount: minus(first.received, fee), fee, change: ZERO }
  }
  executeLeg(execution.state, first, user, (FIRST_LEG + seq) as OrderId, 0)
  const fee = executeLeg(execution.state, second, user, (SECOND_LEG + seq) as OrderId, rate)
  const change = (first.received - second.spent) as Units
  return { from, to, fromAmount: spent, toAmount: minus(second.received, fee), fee, change }
}

/** Its hash is persisted, so the text must not change. */
const requestText = ({ from, to, fromAmount, minTo, spread }: Convert): string =>
  `convert/${from}/${to}/${fromAmount}/${minTo}/${spread}`
