/** Coming in from Telegram: by the mini-app's launch, or by the login widget of the website. */

import { refuse } from '../../contract/refusals.ts'
import type { Mode } from '../config.ts'
import type { Identity } from '../identity/identity.ts'
import { profileOf } from './account.ts'
import type { Limit } from './rate-limits.ts'
import { type Asked, type Doors, serveAll } from './serve.ts'

type Parts = { readonly identity: Identity; readonly mode: Mode }

export function serveTelegram(doors: Doors, { identity, mode }: Parts, limit: Limit): void {
  serveAll(doors, 'startApp', limit, async ({ input, bearer, visitor }) => {
    if (!input.init_data) return bearer === undefined ? refuse('INIT_DATA_REQUIRED') : again(bearer, input)
    const { init_data: initData, referrer_uid: referralCode, lang_code: langCode, platform } = input
    const entered = await identity.startApp({ initData, referralCode, langCode, platform }, visitor)
    if ('code' in entered) return entered
    const profile = await profileOf(identity, entered.user, mode)
    return 'code' in profile ? profile : { ...profile, ...entered.tokens }
  })
  serveAll(doors, 'telegramWidget', limit, ({ input, visitor }) =>
    identity.telegramWidget(input.raw_callback_data, input.referrer_uid, visitor),
  )

  /** Whoever is signed in already says only where and in which language. */
  async function again(bearer: string, { lang_code: langCode, platform }: Asked<'startApp'>['input']) {
    const signedIn = await identity.access.read(bearer)
    if (signedIn === undefined) return refuse('UNAUTHORIZED')
    await identity.users.keepGreeting(signedIn.user, { langCode, platform })
    return profileOf(identity, signedIn.user, mode)
  }
}
