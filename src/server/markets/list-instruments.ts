/** Turns the catalogue into commands, so that what is listed, and by which rules, is in the journal like all else. */

import type { Pair, PairRules } from '../../contract/catalogue.ts'
import {
  type Lots,
  PERCENT_DECIMALS,
  PRICE_DECIMALS,
  parseDecimal,
  type Ticks,
  UNIT_DECIMALS,
} from '../../contract/money.ts'
import { refusalText } from '../../contract/refusals.ts'
import { known } from '../../engine/assert.ts'
import type { Command, ListPair } from '../../engine/commands.ts'
import type { State } from '../../engine/state.ts'
import type { Sequencer } from '../core/sequencer.ts'
import { CURRENCIES, PAIRS, type PairEntry } from './catalogue.ts'

const FEE = '0.1'
const MIN_NOTIONAL = '1'
const MAX_NOTIONAL = '50000000'

/** Lists what is not listed yet, and sets rules that have changed. Throws when the catalogue contradicts the journal. */
export async function listCatalogue(sequencer: Sequencer): Promise<void> {
  const commands = await sequencer.read(missing)
  for (const command of commands) {
    const refusal = await sequencer.submit(command, (_state, { answer }) =>
      answer.type === 'refused' ? answer.refusal : undefined,
    )
    if (refusal !== undefined) throw new Error(`the catalogue does not fit: ${refusalText(refusal)}`)
  }
}

function missing({ currencies, markets }: State): Command[] {
  const commands: Command[] = CURRENCIES.filter(({ id }) => !currencies.has(id)).map((currency) => ({
    type: 'list-currency',
    currency,
  }))
  for (const entry of PAIRS) {
    const listed = markets.get(entry.id)
    const command = listingOf(entry)
    if (listed === undefined) commands.push(command)
    else if (!isSamePair(listed.pair, command))
      throw new Error(
        `the catalogue does not fit: pair ${entry.id} is ${listed.pair.symbol}, with its own tick and lot, for ever`,
      )
    else if (!isSame(listed.pair.rules, command.rules))
      commands.push({
        type: 'set-pair-rules',
        pair: entry.id,
        rules: { ...command.rules, status: listed.pair.rules.status },
      })
  }
  return commands
}

function listingOf({ id, base, quote, tick, lot, maxAmount, referencePrice, band }: PairEntry): ListPair {
  const [tickSize, lotSize] = [decimal(tick, PRICE_DECIMALS), decimal(lot, UNIT_DECIMALS)]
  return {
    type: 'list-pair',
    pair: id,
    base: currencyId(base),
    quote: currencyId(quote),
    tick: tickSize,
    lot: lotSize,
    referencePrice: Number(decimal(referencePrice, PRICE_DECIMALS) / tickSize) as Ticks,
    rules: {
      status: 'trading',
      minQuantity: 1 as Lots,
      maxQuantity: Number(decimal(maxAmount, UNIT_DECIMALS) / lotSize) as Lots,
      minNotional: decimal(MIN_NOTIONAL, UNIT_DECIMALS),
      maxNotional: decimal(MAX_NOTIONAL, UNIT_DECIMALS),
      band: Number(decimal(band, PERCENT_DECIMALS)),
      makerFee: Number(decimal(FEE, PERCENT_DECIMALS)),
      takerFee: Number(decimal(FEE, PERCENT_DECIMALS)),
    },
  }
}

const decimal = (text: string, decimals: number): bigint =>
  known(parseDecimal(text, decimals), 'the catalogue has plain numbers')
const currencyId = (symbol: string): number =>
  known(
    CURRENCIES.find((each) => each.symbol === symbol),
    'a pair is of listed currencies',
  ).id

const isSamePair = ({ base, quote, tick, lot }: Pair, command: ListPair): boolean =>
  base.id === command.base && quote.id === command.quote && tick === command.tick && lot === command.lot

/** The status is the operator's, not the catalogue's. */
const isSame = (a: PairRules, b: PairRules): boolean =>
  (['minQuantity', 'maxQuantity', 'minNotional', 'maxNotional', 'band', 'makerFee', 'takerFee'] as const).every(
    (name) => a[name] === b[name],
  )
