import type { CurrencyId, UserId } from '../../../contract/ids.ts'
import { parseUnits } from '../../../contract/money.ts'
import { isRefused, type Refusal, refuse } from '../../../contract/refusals.ts'
import { accountOf, conversionMinimum, type State } from '../../../engine/exchange.ts'
import { type ConvertDeps, convertDirectly, convertQuote, type DirectConversion } from '../../convert/convert.ts'
import { convertibleCoins } from '../../convert/list-currencies.ts'
import { conversionView, convertCurrencyView, convertTargetView, quoteView } from '../../wire/convert.ts'
import type { RateLimits } from '../rate-limits.ts'
import { type ApiRequest, type RouteContext, serveSignedIn } from '../serve.ts'

export function serveConvert(context: RouteContext, deps: ConvertDeps, { orders, reads }: RateLimits): void {
  const { sequencer, quotes } = deps
  serveSignedIn(context, 'convertFrom', reads, ({ user }) =>
    sequencer.read((state) => coinsOf(state, user, (coins) => coins.map(convertCurrencyView))),
  )
  serveSignedIn(context, 'convertTo', reads, ({ user }, { params }) =>
    sequencer.read((state) =>
      coinsOf(state, user, (coins) => {
        const from = coins.find(({ currency }) => String(currency.id) === params.id)
        if (from === undefined) return refuse('CURRENCY_NOT_FOUND')
        return coins.flatMap((to) => {
          const min = conversionMinimum(state, from.currency.id, to.currency.id)
          return min === undefined ? [] : convertTargetView(from, to, min)
        })
      }),
    ),
  )
  serveSignedIn(context, 'convertQuote', reads, async ({ user }, { input }) => {
    const amount = parseUnits(input.from_amount)
    if (amount === undefined) return refuse('INVALID_NUMBER', { field: 'from_amount' })
    const [from, to] = [input.from_currency_id as CurrencyId, input.to_currency_id as CurrencyId]
    const quote = await quotes.request(user, { from, to, amount })
    return isRefused(quote) ? quote : quoteView(quote)
  })
  serveSignedIn(context, 'convert', orders, async ({ user }, { input }) => {
    const request = parse(input)
    if (isRefused(request)) return request
    const result = await ('quote' in request
      ? convertQuote(deps, user, request.quote)
      : convertDirectly(deps, user, request))
    return isRefused(result) ? result : conversionView(result)
  })
}

const coinsOf = <T>(
  state: State,
  user: UserId,
  read: (coins: ReturnType<typeof convertibleCoins>) => T,
): T | Refusal =>
  accountOf(state, user) === undefined ? refuse('ACCOUNT_NOT_FOUND') : read(convertibleCoins(state, user))

/** Either a quote or all fields of a direct conversion. */
function parse(input: ApiRequest<'convert'>['input']): { readonly quote: string } | DirectConversion | Refusal {
  const { quote_id: quote, from_currency_id: from, to_currency_id: to, amount, min_to_amount: min } = input
  const isDirect = from !== undefined && to !== undefined && amount !== undefined && min !== undefined
  const isEmpty = from === undefined && to === undefined && amount === undefined && min === undefined
  if (quote !== undefined && isEmpty) return { quote }
  if (quote !== undefined || !isDirect)
    return refuse('INVALID_REQUEST', { reason: 'Give a quote_id, or two coins with amount and min_to_amount.' })
  const [parsed, minTo] = [parseUnits(amount), parseUnits(min)]
  if (parsed === undefined) return refuse('INVALID_NUMBER', { field: 'amount' })
  if (minTo === undefined) return refuse('INVALID_NUMBER', { field: 'min_to_amount' })
  if (minTo === 0n) return refuse('INVALID_REQUEST', { reason: 'min_to_amount is above 0.' })
  const clientId = input.client_request_id
  return { from: from as CurrencyId, to: to as CurrencyId, amount: parsed, minTo, clientId }
}
