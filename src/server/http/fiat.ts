/** What everybody may know of other money: the rates at which amounts are shown. */

import type { FiatRates } from '../fiat/fiat-rates.ts'
import { isoTime } from '../say/order.ts'
import type { Limit } from './rate-limits.ts'
import { type Doors, serveAll } from './serve.ts'

export function serveFiat(doors: Doors, fiat: Pick<FiatRates, 'current'>, limit: Limit): void {
  serveAll(doors, 'fiatNames', limit, async () => ({ rate_names: Object.keys(fiat.current().rates) }))
  serveAll(doors, 'fiatRates', limit, async () => {
    const { rates, updatedAt } = fiat.current()
    return { fiat_rates: rates, updated_at: isoTime(updatedAt) }
  })
}
