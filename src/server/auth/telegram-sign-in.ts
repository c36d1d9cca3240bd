import { parseStartParameter } from '../../contract/referrals/start-parameter.ts'
import type { TelegramLogin } from '../identity-providers/telegram-signature.ts'
import type { Log } from '../runtime/log.ts'
import type { User } from '../users/user-row.ts'
import type { Users } from '../users/users.ts'

export type ReferralCode = string | null | undefined

export type TelegramSignInDeps = {
  readonly users: Users
  readonly log: Log
  /** The referral code that the bot stored for this Telegram account. */
  readonly referralOf?: ((telegramId: number) => Promise<string | undefined>) | undefined
}

/**
 * Finds the user of a Telegram account, or registers a new one. The referral code signed by Telegram takes precedence
 * over the one stored by the bot, and that over `sentCode`.
 */
export async function findOrRegisterTelegramUser(
  { users, log, referralOf }: TelegramSignInDeps,
  { telegramId, username, startParameter }: TelegramLogin,
  sentCode: ReferralCode,
): Promise<User> {
  const codeOf = async () => signedCode(startParameter) ?? (await referralOf?.(telegramId)) ?? sentCode
  const identity = { type: 'telegram', telegramId } as const
  const user =
    (await users.findByTelegramId(telegramId)) ??
    (await users.register({ identity, referralCode: await codeOf() })) ??
    // A concurrent login registered this Telegram account first.
    (await users.findByTelegramId(telegramId))
  if (user === undefined) throw new Error('a Telegram user can be neither found nor registered')
  await users.updateClientProfile(user.id, { username })
  log.info({ event: 'auth.telegram_verified', user: user.id }, 'verified a Telegram sign-in')
  return user
}

function signedCode(startParameter: string | undefined): string | undefined {
  const parameter = parseStartParameter(startParameter ?? '')
  return parameter.type === 'referral' ? parameter.code : undefined
}
