import type { FiatRates } from '../../markets/fiat-rates/fiat-rates.ts'
import { isoTime } from '../../wire/time.ts'
import type { Limit } from '../rate-limits.ts'
import { type RouteContext, servePublic } from '../serve.ts'

export function serveFiatRates(context: RouteContext, fiatRates: Pick<FiatRates, 'current'>, limit: Limit): void {
  servePublic(context, 'fiatNames', limit, async () => ({ rate_names: Object.keys(fiatRates.current().rates) }))
  servePublic(context, 'fiatRates', limit, async () => {
    const { rates, updatedAt } = fiatRates.current()
    return { fiat_rates: rates, updated_at: isoTime(updatedAt) }
  })
}
