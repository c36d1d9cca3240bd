/**
 * The last step of every login method: creates a session, or with 2FA first answers with a challenge token that is
 * exchanged for a session together with a code.
 */

import type { LoginOutcome } from '../../contract/account/views.ts'
import type { LoginMethod, Tokens } from '../../contract/auth/views.ts'
import type { UserId } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { Log } from '../runtime/log.ts'
import type { ShortLivedValues } from '../secrets/short-lived.ts'
import type { TwoFactor } from '../security/two-factor.ts'
import type { AccessTokens } from '../sessions/access-tokens.ts'
import type { KnownDevices } from '../sessions/known-devices.ts'
import type { LoginHistory } from '../sessions/login-history.ts'
import type { NewSession, RefreshTokens } from '../sessions/refresh-tokens.ts'
import type { User } from '../users/user-row.ts'
import type { Users } from '../users/users.ts'
import { openChallenges } from './challenges.ts'

type SignInRequest = NewSession & {
  readonly user: User
  /** If the login method sends it with the first factor. */
  readonly code?: string | undefined
  /** For a mini-app launch and a registration. Others are announced on a device that is new to the account. */
  readonly skipsNotification?: boolean
}

export type SignInCompletion = {
  completeSignIn(request: SignInRequest): Promise<Tokens | Refusal>
  /** `challengeToken` comes with the refusal `2FA_REQUIRED` and is valid until a code succeeds. */
  completeWithCode(challengeToken: string, code: string, device: ClientDevice): Promise<Tokens | Refusal>
}

type SignInCompletionDeps = {
  readonly users: Pick<Users, 'ensureAccount' | 'findById' | 'isWaiting'>
  readonly twoFactor: TwoFactor
  readonly devices: KnownDevices
  readonly refreshTokens: RefreshTokens
  readonly access: AccessTokens
  readonly history: LoginHistory
  readonly shortLived: ShortLivedValues
  readonly log: Log
  readonly onSignedIn: (user: UserId, method: LoginMethod) => void
  /** Called for every new session. */
  readonly onSessionStarted: (user: UserId, device: ClientDevice) => void
}

const EXPIRED = refuse('SIGN_IN_EXPIRED')

export function openSignInCompletion(deps: SignInCompletionDeps): SignInCompletion {
  const { users, twoFactor, devices, history, log } = deps
  const challenges = openChallenges(deps.shortLived)

  const record = ({ user, loginMethod, device }: NewSession, outcome: LoginOutcome): Promise<number | undefined> =>
    history.record({ user: user.id, loginMethod, device }, outcome)

  async function requestCode(request: SignInRequest): Promise<Refusal> {
    const { loginMethod, device, skipsNotification = false } = request
    const [attemptId, { id, credentials_version }] = [await record(request, 'code_asked'), request.user]
    const user = { id, credentials_version }
    const challenge = { user, loginMethod, skipsNotification, deviceId: device.id, attemptId }
    return { ...refuse('2FA_REQUIRED'), challengeToken: await challenges.add(challenge) }
  }

  /** Undefined if the code is correct; it cannot be used again. */
  async function checkCode(newSession: NewSession, code: string): Promise<Refusal | undefined> {
    const device = await devices.find(newSession.user, newSession.device)
    const refusal = await twoFactor.verifyCode(newSession.user.id, { code, device })
    if (refusal === undefined) return undefined
    // 2FA was turned off since the challenge.
    if (refusal.code === '2FA_NOT_ON') return EXPIRED
    log.info({ event: 'auth.code_refused', user: newSession.user.id, code: refusal.code }, 'refused a 2FA code')
    await record(newSession, refusal.code === '2FA_LOCKED' ? 'locked' : 'wrong_code')
    return refusal
  }

  /** Undefined if the account is open, and the code is correct if one is needed. */
  async function checkAccount(request: SignInRequest): Promise<Refusal | undefined> {
    const { user, code } = request
    if (users.isWaiting(user.id)) return undefined
    await users.ensureAccount(user)
    if (!(await twoFactor.status(user.id)).isOn) return undefined
    return code === undefined ? requestCode(request) : checkCode(request, code)
  }

  return {
    async completeSignIn(request) {
      const refusal = await checkAccount(request)
      if (refusal !== undefined) return refusal
      const started = await startSession(deps, request)
      if (started === undefined) return EXPIRED
      await record(request, 'signed_in')
      announce(deps, request, started)
      return started.tokens
    },
    async completeWithCode(challengeToken, code, device) {
      const challenge = await challenges.get(challengeToken)
      if (challenge === undefined) return EXPIRED
      const user = await users.findById(challenge.user.id)
      if (user?.credentials_version !== challenge.user.credentials_version) return EXPIRED
      const refusal = await checkCode({ ...challenge, device }, code)
      if (refusal !== undefined) return refusal
      // Of two concurrent correct codes one starts a session.
      if ((await challenges.take(challengeToken)) === undefined) return EXPIRED
      const started = await startSession(deps, { ...challenge, device: { ...device, id: challenge.deviceId } })
      if (started === undefined) return EXPIRED
      if (challenge.attemptId !== undefined) await history.markSucceeded(challenge.attemptId)
      announce(deps, challenge, started)
      return started.tokens
    },
  }
}

type Started = { readonly tokens: Tokens; readonly isNewDevice: boolean }

type Announced = Pick<SignInRequest, 'loginMethod' | 'skipsNotification'> & { readonly user: Pick<User, 'id'> }

function announce({ onSignedIn }: SignInCompletionDeps, request: Announced, { isNewDevice }: Started): void {
  if (isNewDevice && !request.skipsNotification) onSignedIn(request.user.id, request.loginMethod)
}

/** Undefined if the login details have changed since the sign-in began. */
async function startSession(deps: SignInCompletionDeps, newSession: NewSession): Promise<Started | undefined> {
  const { user, device, loginMethod: method } = newSession
  const isNewDevice = (await deps.devices.find(user, device)) === undefined
  const started = await deps.refreshTokens.startSession(newSession)
  if (started === undefined) return undefined
  await deps.devices.remember(started.signedIn, user, device)
  deps.onSessionStarted(user.id, device)
  deps.log.info({ event: 'auth.signed_in', user: user.id, method }, 'signed in')
  return { tokens: { access: await deps.access.issue(started.signedIn), refresh: started.refresh }, isNewDevice }
}
