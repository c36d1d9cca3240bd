/** Lists the catalogue through commands, so that instruments and their rules are in the journal. */

import type { CurrencyId } from '../../contract/ids.ts'
import type { Pair, PairRules } from '../../contract/markets/instruments.ts'
import {
  type Lots,
  PERCENT_DECIMALS,
  PRICE_DECIMALS,
  parseDecimal,
  type Ticks,
  UNIT_DECIMALS,
  type Units,
} from '../../contract/money.ts'
import { refusalText } from '../../contract/refusals.ts'
import { expectDefined } from '../../engine/assert.ts'
import type { Command, ListPair, State } from '../../engine/exchange.ts'
import { currencyOf, marketOf } from '../../engine/exchange.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { CURRENCIES, PAIRS, type PairEntry } from './default-catalogue.ts'

const FEE = '0.1'
const MIN_NOTIONAL = '1'
const MAX_NOTIONAL = '50000000'

/** Lists missing instruments and updates changed rules. Throws if the catalogue contradicts the journal. */
export async function listCatalogue(sequencer: Sequencer): Promise<void> {
  const commands = await sequencer.read(missing)
  for (const command of commands) {
    const refusal = await sequencer.submit(command, (_state, { answer }) =>
      answer.type === 'refused' ? answer.refusal : undefined,
    )
    if (refusal !== undefined) throw new Error(`the catalogue is refused: ${refusalText(refusal)}`)
  }
}

function missing(state: State): Command[] {
  const commands: Command[] = CURRENCIES.filter(({ id }) => currencyOf(state, id) === undefined).map((currency) => ({
    type: 'list-currency',
    currency,
  }))
  for (const entry of PAIRS) {
    const listed = marketOf(state, entry.id)
    const command = listingOf(entry)
    if (listed === undefined) commands.push(command)
    else if (!isSamePair(listed.pair, command))
      throw new Error(
        `the catalogue does not match: pair ${entry.id} is ${listed.pair.symbol}; its tick and lot size are permanent`,
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
  const [tickSize, lotSize] = [decimal(tick, PRICE_DECIMALS), units(lot)]
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
      maxQuantity: Number(units(maxAmount) / lotSize) as Lots,
      minNotional: units(MIN_NOTIONAL),
      maxNotional: units(MAX_NOTIONAL),
      band: Number(decimal(band, PERCENT_DECIMALS)),
      makerFee: Number(decimal(FEE, PERCENT_DECIMALS)),
      takerFee: Number(decimal(FEE, PERCENT_DECIMALS)),
    },
  }
}

const decimal = (text: string, decimals: number): bigint =>
  expectDefined(parseDecimal(text, decimals), 'the catalogue has decimal numbers')
const units = (text: string): Units => decimal(text, UNIT_DECIMALS) as Units
const currencyId = (symbol: string): CurrencyId =>
  expectDefined(
    CURRENCIES.find((each) => each.symbol === symbol),
    'the currencies of a pair are listed',
  ).id

const isSamePair = ({ base, quote, tick, lot }: Pair, command: ListPair): boolean =>
  base.id === command.base && quote.id === command.quote && tick === command.tick && lot === command.lot

/** The status is set by the operator and not compared. */
const isSame = (a: PairRules, b: PairRules): boolean =>
  (['minQuantity', 'maxQuantity', 'minNotional', 'maxNotional', 'band', 'makerFee', 'takerFee'] as const).every(
    (name) => a[name] === b[name],
  )
