/** Coming in from Telegram: by the mini-app's launch, or by the login widget of the website. */

import { refuse } from '../../contract/refusals.ts'
import type { Mode } from '../config.ts'
import type { Identity } from '../identity/identity.ts'
import { profileView } from './account.ts'
import type { Limit } from './rate-limits.ts'
import { type Doors, serveAll } from './serve.ts'

type Parts = { readonly identity: Identity; readonly mode: Mode }

export function serveTelegram(doors: Doors, { identity, mode }: Parts, limit: Limit): void {
  serveAll(doors, 'startApp', limit, async ({ input, bearer }) => {
    if (!input.init_data) return bearer === undefined ? refuse('INIT_DATA_REQUIRED') : profileOf(bearer)
    const entered = await identity.startApp(input.init_data, input.referrer_uid)
    return 'code' in entered ? entered : { ...profileView(entered.user, mode), ...entered.tokens }
  })
  serveAll(doors, 'telegramWidget', limit, async ({ input }) => {
    const entered = await identity.telegramWidget(input.raw_callback_data, input.referrer_uid)
    return 'code' in entered ? entered : entered.tokens
  })

  async function profileOf(bearer: string) {
    const signedIn = await identity.access.read(bearer)
    if (signedIn === undefined) return refuse('UNAUTHORIZED')
    const user = await identity.users.byId(signedIn.user)
    return user === undefined ? refuse('ACCOUNT_NOT_FOUND') : profileView(user, mode)
  }
}
