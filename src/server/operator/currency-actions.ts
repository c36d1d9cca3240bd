/** The coins of the exchange. */

import { z } from 'zod'
import { XP } from '../../contract/earn/xp.ts'
import type { CurrencyId } from '../../contract/ids.ts'
import { USDT_ID, VALUATION_CURRENCY } from '../../contract/markets/valuation.ts'
import { isRefused, refusalText, refuse } from '../../contract/refusals.ts'
import { coins, isHidden, markets, networksOf, type State } from '../../engine/exchange.ts'
import { changing, reading, submitted } from './action.ts'
import { currencyDefinitions, symbol } from './listing-definitions.ts'
import type { Report } from './protocol.ts'

export const currencyActions = {
  'list-currencies': reading(z.strictObject({}), ({ sequencer }) => sequencer.read(listOf)),

  'add-currencies': changing(z.strictObject({ file: currencyDefinitions }), async (deps, { file }, by) => {
    const twice = file.find((each, index) => file.findIndex((other) => other.symbol === each.symbol) !== index)
    if (twice !== undefined) return { problem: `${twice.symbol} occurs twice: nothing was changed` }
    for (const [index, { symbol, name, decimals }] of file.entries()) {
      const id = await deps.sequencer.read((state) => idFor(state, symbol))
      const command = { type: 'list-currency', currency: { id, symbol, name, decimals }, ...by } as const
      const refused = await submitted(deps, command, () => undefined)
      if (isRefused(refused))
        return {
          problem: `${symbol}: ${refusalText(refused)}\n${index} of ${file.length} coins were listed before it.`,
        }
    }
    return deps.sequencer.read(listOf)
  }),

  'hide-currency': changing(z.strictObject({ symbol }), async (deps, input, by) => {
    const currency = await deps.sequencer.read((state) => coins(state).find((coin) => coin.symbol === input.symbol)?.id)
    if (currency === undefined) return refuse('CURRENCY_NOT_FOUND')
    return submitted(deps, { type: 'hide-currency', currency, ...by }, listOf)
  }),
}

/** That of the listed coin, else the lowest free one. */
function idFor(state: State, wanted: string): CurrencyId {
  if (wanted === VALUATION_CURRENCY) return USDT_ID
  const listed = coins(state)
  const found = listed.find((coin) => coin.symbol === wanted)
  if (found !== undefined) return found.id
  const taken = new Set<number>([USDT_ID, XP.id, ...listed.map(({ id }) => id)])
  let id = 1
  while (taken.has(id)) id += 1
  return id as CurrencyId
}

function listOf(state: State): Report {
  const all = coins(state)
  if (all.length === 0) return ['No coin is listed.']
  const rows = all.map(({ id, symbol, name, decimals }) => [
    symbol,
    name,
    String(decimals),
    isHidden(state, id) ? 'hidden' : 'listed',
    namesOf(networksOf(state).flatMap(({ network, assets }) => (assets.has(id) ? network.code : []))),
    namesOf(
      [...markets(state)].flatMap(({ pair }) => (pair.base.id === id || pair.quote.id === id ? pair.symbol : [])),
    ),
  ])
  return [[['symbol', 'name', 'decimals', 'state', 'networks', 'markets'], ...rows]]
}

const namesOf = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '))
