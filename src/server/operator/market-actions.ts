/** The markets of the exchange: their rules, status and reference price. */

import { z } from 'zod'
import type { PairId } from '../../contract/ids.ts'
import type { PairRules } from '../../contract/markets/instruments.ts'
import { VALUATION_CURRENCY } from '../../contract/markets/valuation.ts'
import { isRefused, type Refusal, refusalText, refuse } from '../../contract/refusals.ts'
import { coins, type ListPair, type Market, markets, type State } from '../../engine/exchange.ts'
import { type ActionDeps, type ByOperator, changing, type Problem, reading, submitted } from './action.ts'
import { type MarketDefinition, marketDefinitions, percent, price, status, units } from './listing-definitions.ts'
import { limitsOf, MARKET_HEADING, marketRow, termsOf, ticksOf } from './market-rules.ts'
import type { Report } from './protocol.ts'

/** `BTC/USDT`, also with a hyphen and in lower case. */
const pair = z
  .string()
  .trim()
  .toUpperCase()
  .transform((text) => text.replace('-', '/'))

const limits = { min_amount: units, max_amount: units, min_total: units, max_total: units }

export const marketActions = {
  'list-markets': reading(z.strictObject({}), ({ sequencer }) => sequencer.read((state) => listOf(state))),

  'add-markets': changing(z.strictObject({ file: marketDefinitions }), async (deps, { file }, by) => {
    const commands = await deps.sequencer.read((state) => commandsOf(state, file, by))
    if ('problem' in commands) return commands
    for (const [index, command] of commands.entries()) {
      const refused = await submitted(deps, command, () => undefined)
      if (isRefused(refused))
        return { problem: `${refusalText(refused)}\n${index} of ${commands.length} new markets were listed before it.` }
    }
    return deps.sequencer.read((state) => listOf(state))
  }),

  'set-market-status': changing(z.strictObject({ pair, status }), (deps, input, by) =>
    setRules(deps, input.pair, by, () => ({ status: input.status })),
  ),

  'set-market-fees': changing(z.strictObject({ pair, maker: percent, taker: percent }), (deps, input, by) =>
    setRules(deps, input.pair, by, () => ({ makerFee: input.maker, takerFee: input.taker })),
  ),

  'set-market-band': changing(z.strictObject({ pair, percent }), (deps, input, by) =>
    setRules(deps, input.pair, by, () => ({ band: input.percent })),
  ),

  'set-market-limits': changing(z.strictObject({ pair, ...limits }), (deps, input, by) => {
    const { min_amount: minAmount, max_amount: maxAmount, min_total: minTotal, max_total: maxTotal } = input
    return setRules(deps, input.pair, by, ({ pair: { lot } }) =>
      limitsOf(lot, { minAmount, maxAmount, minTotal, maxTotal }),
    )
  }),

  'set-reference-price': changing(z.strictObject({ pair, price }), async (deps, input, by) => {
    const market = await marketNamed(deps, input.pair)
    if (market === undefined) return refuse('PAIR_NOT_FOUND')
    const ticks = ticksOf(market.pair.tick, input.price)
    if (typeof ticks !== 'number') return ticks
    const { id } = market.pair
    return submitted(deps, { type: 'set-reference-price', pair: id, price: ticks, ...by }, (state) => listOf(state, id))
  }),
}

const marketNamed = ({ sequencer }: ActionDeps, symbol: string): Promise<Market | undefined> =>
  sequencer.read((state) => [...markets(state)].find((market) => market.pair.symbol === symbol))

async function setRules(
  deps: ActionDeps,
  symbol: string,
  by: ByOperator,
  change: (market: Market) => Partial<PairRules> | Problem,
): Promise<Report | Refusal | Problem> {
  const market = await marketNamed(deps, symbol)
  if (market === undefined) return refuse('PAIR_NOT_FOUND')
  const changed = change(market)
  if ('problem' in changed) return changed
  const { id, rules } = market.pair
  const command = { type: 'set-pair-rules', pair: id, rules: { ...rules, ...changed }, ...by } as const
  return submitted(deps, command, (state) => listOf(state, id))
}

/** The commands for the markets of a file that are not listed yet. All are checked before the first is submitted. */
function commandsOf(state: State, file: readonly MarketDefinition[], by: ByOperator): readonly ListPair[] | Problem {
  const listed = [...markets(state)].map((market) => market.pair)
  const ids = new Map(coins(state).map(({ symbol, id }) => [symbol, id]))
  const commands: ListPair[] = []
  let free = Math.max(0, ...listed.map(({ id }) => id)) + 1
  for (const [index, definition] of file.entries()) {
    const name = `${definition.base}/${definition.quote}`
    const problem = (text: string): Problem => ({ problem: `${name}: ${text}: nothing was changed` })
    const [base, quote] = [ids.get(definition.base), ids.get(definition.quote)]
    if (base === undefined) return problem(`${definition.base} is not a coin of this exchange`)
    if (quote === undefined) return problem(`${definition.quote} is not a coin of this exchange`)
    if (definition.quote !== VALUATION_CURRENCY) return problem(`markets are quoted in ${VALUATION_CURRENCY}`)
    if (base === quote) return problem('a market has two different coins')
    if (file.findIndex((other) => other.base === definition.base) !== index) return problem('it occurs twice')
    const terms = termsOf(definition)
    if ('problem' in terms) return problem(terms.problem)
    const existing = listed.find(({ symbol }) => symbol === name)
    const command = { type: 'list-pair', pair: existing?.id ?? (free as PairId), base, quote, ...terms, ...by } as const
    if (existing === undefined) {
      free += 1
      commands.push(command)
    } else if (!isSame(existing, command))
      return problem('it is already listed; markets status, fees, limits, band and reference-price change it')
  }
  return commands
}

/** The status and the reference price of a listed market may have changed since. */
function isSame(listed: Market['pair'], { tick, lot, rules }: ListPair): boolean {
  const { status: _status, ...other } = rules
  const isEqual = (name: keyof typeof other): boolean => listed.rules[name] === other[name]
  return listed.tick === tick && listed.lot === lot && (Object.keys(other) as (keyof typeof other)[]).every(isEqual)
}

function listOf(state: State, only?: PairId): Report {
  const shown = [...markets(state)].filter((market) => only === undefined || market.pair.id === only)
  if (shown.length === 0) return ['No market is listed.']
  const rows = shown.map((market) => marketRow(market.pair, market.lastPrice, market.lastTradeAt !== undefined))
  return [[MARKET_HEADING, ...rows]]
}
