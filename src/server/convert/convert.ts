/** Converts by a quote or directly; a repeated request gets the first result. */

import { randomUUID } from 'node:crypto'
import type { Conversion } from '../../contract/convert/conversion.ts'
import type { CurrencyId, Millis, UserId } from '../../contract/ids.ts'
import type { Units } from '../../contract/money.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import { type Command, conversionOf } from '../../engine/exchange.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { type Quotes, SPREAD } from './quotes.ts'

export type ConvertDeps = {
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  readonly quotes: Quotes
  /** Stamps commands. */
  readonly clock: Clock
}

export type DirectConversion = {
  readonly from: CurrencyId
  readonly to: CurrencyId
  readonly amount: Units
  readonly minTo: Units
  readonly clientId: string | undefined
}

export type ConversionResult = { readonly conversion: Conversion; readonly isRepeated: boolean }

/** A direct request is valid for this time. */
const REQUEST_MILLIS: Millis = 60_000

/** Quotes are lost at a restart, but what was executed with one is still known for two minutes. */
export async function convertQuote(deps: ConvertDeps, user: UserId, id: string): Promise<ConversionResult | Refusal> {
  const executed = await deps.sequencer.read((state) =>
    conversionOf(state, user, id, Math.max(state.at, deps.clock.now())),
  )
  if (executed !== undefined) return { conversion: executed, isRepeated: true }
  const quote = deps.quotes.find(user, id)
  if (quote === undefined) return refuse('QUOTE_NOT_FOUND')
  const { from, to, amount, minTo, expiresAt } = quote
  const command = { from, to, fromAmount: amount, minTo, spread: SPREAD, clientId: id, validUntil: expiresAt }
  const result = await submit(deps, { type: 'convert', user, ...command })
  return isRefused(result) && result.code === 'REQUEST_EXPIRED' ? refuse('QUOTE_EXPIRED') : result
}

export const convertDirectly = (
  deps: ConvertDeps,
  user: UserId,
  { from, to, amount, minTo, clientId = randomUUID() }: DirectConversion,
): Promise<ConversionResult | Refusal> => {
  const validUntil = deps.clock.now() + REQUEST_MILLIS
  return submit(deps, {
    type: 'convert',
    user,
    clientId,
    from,
    to,
    fromAmount: amount,
    minTo,
    spread: SPREAD,
    validUntil,
  })
}

const submit = ({ sequencer }: ConvertDeps, command: Command): Promise<ConversionResult | Refusal> =>
  sequencer.submit(command, (_state, { answer }) => {
    if (answer.type === 'converted') return { conversion: answer.conversion, isRepeated: answer.repeated }
    // The client id belongs to an order.
    return answer.type === 'refused' ? answer.refusal : refuse('CLIENT_ID_REUSED')
  })
