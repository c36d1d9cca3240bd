/** New tokens for a session that goes on. */

import type { RefreshedTokens } from '../../contract/auth/views.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import { ignoreDifference } from '../runtime/errors.ts'
import type { AccessTokens } from '../sessions/access-tokens.ts'
import { hasEnded } from '../sessions/ended-sessions.ts'
import type { KnownDevices } from '../sessions/known-devices.ts'
import type { RefreshTokens } from '../sessions/refresh-tokens.ts'
import type { Users } from '../users/users.ts'

/** Undefined if the refresh token is not valid. */
export type RefreshSession = (token: string, device: ClientDevice) => Promise<RefreshedTokens | undefined>

type RefreshDeps = {
  readonly users: Pick<Users, 'findById'>
  readonly refreshTokens: Pick<RefreshTokens, 'rotate'>
  readonly access: Pick<AccessTokens, 'issue'>
  readonly devices: Pick<KnownDevices, 'remember'>
}

export const sessionRefresher =
  ({ users, refreshTokens, access, devices }: RefreshDeps): RefreshSession =>
  async (token, device) => {
    const next = await refreshTokens.rotate(token, device)
    if (next === undefined) return undefined
    const user = await users.findById(next.signedIn.user).catch(ignoreDifference)
    if (user === undefined || hasEnded(user, next.signedIn)) return undefined
    await devices.remember(next.signedIn, user, device)
    return { access_token: await access.issue(next.signedIn), refresh_token: next.refresh }
  }
