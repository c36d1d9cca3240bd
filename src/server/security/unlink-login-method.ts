import type { LoginMethod } from '../../contract/auth/views.ts'
import type { Ok } from '../../contract/call.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { SignedInUser } from '../sessions/access-tokens.ts'
import { isSettled, LOGIN_METHOD_COLUMNS, loginMethodsOf, methodSince } from '../users/login-methods.ts'
import type { User } from '../users/user-row.ts'
import { UNDO_MILLIS } from './announce.ts'
import { type ChangeCredential, OK } from './change-credential.ts'

type Unlink = SignedInUser & {
  /** `credentials_version` at the time of the reauthentication. */
  readonly version: number
  readonly loginMethod: LoginMethod
  readonly device: ClientDevice
}

/**
 * Revokes all other sessions: one of them may have used the method. The last method cannot be unlinked, nor the last one
 * whose addition cannot be undone any more.
 */
export const unlinkLoginMethod = (
  changeCredential: ChangeCredential,
  { user, session, version, loginMethod, device }: Unlink,
): Promise<Ok | Refusal> =>
  changeCredential<Ok>({
    event: 'security.login_method_unlinked',
    user,
    session,
    device,
    version,
    holdMillis: 0,
    async change(_client, { user: row }, now) {
      const { isLinked, unlinked } = LOGIN_METHOD_COLUMNS[loginMethod]
      if (!isLinked(row)) return refuse('WAY_NOT_LINKED')
      const others = loginMethodsOf(row).filter((method) => method !== loginMethod)
      if (others.length === 0) return refuse('LAST_WAY_IN')
      const isFinal = (since: number | null): boolean => since === null || now - since >= UNDO_MILLIS
      if (!others.some((method) => isFinal(methodSince(row, method)))) return refuse('OTHER_WAYS_TOO_NEW')
      const columns = { ...unlinked, ...(loginMethod === 'telegram' && formerTelegram(row, now)) }
      return { patch: { user: columns }, result: OK }
    },
  })

/** An impostor must not silence the owner's chat by unlinking it first. */
const formerTelegram = ({ telegram_id, telegram_since }: User, now: number): Partial<User> =>
  isSettled(telegram_since, now) ? { former_telegram_id: telegram_id, former_telegram_until: now + UNDO_MILLIS } : {}
