/** Login with Telegram: mini-app launch or the login widget of the website. */

import { isRefused, refuse } from '../../../contract/refusals.ts'
import type { Auth } from '../../auth/auth.ts'
import type { Limit } from '../rate-limits.ts'
import { type ApiRequest, type RouteContext, servePublic } from '../serve.ts'
import { type ProfilesDeps, profileOf } from './account.ts'

type Deps = ProfilesDeps & { readonly auth: Auth }

export function serveTelegram(context: RouteContext, deps: Deps, limit: Limit): void {
  const { auth } = deps
  servePublic(context, 'startApp', limit, async ({ input, bearer, device }) => {
    if (!input.init_data) return bearer === undefined ? refuse('INIT_DATA_REQUIRED') : updateProfile(bearer, input)
    const {
      init_data: initData,
      device_id: deviceId,
      referrer_uid: referralCode,
      lang_code: langCode,
      platform,
    } = input
    const signedIn = await auth.startMiniApp({ initData, deviceId, referralCode, langCode, platform }, device)
    if (isRefused(signedIn)) return signedIn
    const profile = await profileOf(deps, signedIn.user)
    return isRefused(profile) ? profile : { ...profile, ...signedIn.tokens }
  })
  servePublic(context, 'telegramWidget', limit, ({ input, device }) =>
    auth.signInWithWidget(input.raw_callback_data, input.referrer_uid, device),
  )

  /** A client with an access token only reports its language and platform. */
  async function updateProfile(bearer: string, { lang_code: langCode, platform }: ApiRequest<'startApp'>['input']) {
    const signedIn = await auth.access.verify(bearer)
    if (signedIn === undefined) return refuse('UNAUTHORIZED')
    await auth.users.updateClientProfile(signedIn.user, { langCode, platform })
    return profileOf(deps, signedIn.user)
  }
}
