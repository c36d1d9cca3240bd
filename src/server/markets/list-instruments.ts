/** Lists points, and with play money the catalogue, through commands: instruments and their rules are in the journal. */

import { XP } from '../../contract/earn/xp.ts'
import type { CurrencyId } from '../../contract/ids.ts'
import type { Currency, Pair } from '../../contract/markets/instruments.ts'
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
import { COINS, PAIRS, type PairEntry } from './default-catalogue.ts'

const FEE = '0.1'
const MIN_NOTIONAL = '1'
const MAX_NOTIONAL = '45000000'

const BY = { operator: 'server', reason: 'default of a new exchange' } as const

/** Of every exchange: the reward program pays in points. */
export const listPoints = (sequencer: Lister): Promise<void> => list(sequencer, (state) => missing(state, [XP], []))

/** Lists what is missing of the catalogue; what an operator changed stays. Throws if it contradicts the journal. */
export const listCatalogue = (sequencer: Lister): Promise<void> =>
  list(sequencer, (state) => missing(state, [...COINS, XP], PAIRS))

type Lister = Pick<Sequencer, 'read' | 'submit'>

async function list(sequencer: Lister, commandsOf: (state: State) => readonly Command[]): Promise<void> {
  for (const command of await sequencer.read(commandsOf)) {
    const refusal = await sequencer.submit(command, (_state, { answer }) =>
      answer.type === 'refused' ? answer.refusal : undefined,
    )
    if (refusal !== undefined) throw new Error(`the catalogue is refused: ${refusalText(refusal)}`)
  }
}

function missing(state: State, currencies: readonly Currency[], pairs: readonly PairEntry[]): readonly Command[] {
  const missingCurrencies = currencies.filter(({ id }) => currencyOf(state, id) === undefined)
  const missingPairs = pairs.flatMap((entry) => {
    const command = listingOf(entry)
    const listed = marketOf(state, entry.id)
    if (listed === undefined) return [command]
    if (isSamePair(listed.pair, command)) return []
    throw new Error(
      `the catalogue does not match: pair ${entry.id} is ${listed.pair.symbol}; its tick and lot size are permanent`,
    )
  })
  return [
    ...missingCurrencies.map((currency) => ({ type: 'list-currency', currency, ...BY }) as const),
    ...missingPairs,
  ]
}

function listingOf({ id, base, quote, tick, lot, maxAmount, referencePrice, band }: PairEntry): ListPair {
  const [tickSize, lotSize] = [decimal(tick, PRICE_DECIMALS), units(lot)]
  return {
    type: 'list-pair',
    ...BY,
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
    COINS.find((each) => each.symbol === symbol),
    'the currencies of a pair are listed',
  ).id

const isSamePair = ({ base, quote, tick, lot }: Pair, command: ListPair): boolean =>
  base.id === command.base && quote.id === command.quote && tick === command.tick && lot === command.lot
