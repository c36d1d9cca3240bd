/** Membership of a Telegram account in a channel. That it cannot be checked is not the same as not being a member. */

import type { Bot as GrammyBot } from 'grammy'
import type { ChatMember } from 'grammy/types'
import type { Membership } from '../earn/check-task.ts'
import type { Log } from '../runtime/log.ts'
import type { Failure } from './bot-api.ts'

type Deps = {
  readonly bot: Pick<GrammyBot, 'api'>
  readonly failureOf: (error: unknown) => Failure
  readonly log: Log
}

/** Telegram refuses with 400 for an account that was never in the channel. */
const NEVER_JOINED = /user not found|participant_id_invalid|user_id_invalid/i

export const membershipReader =
  ({ bot, failureOf, log }: Deps) =>
  async (channel: string, telegramId: number): Promise<Membership> => {
    try {
      return isMember(await bot.api.getChatMember(channel, telegramId)) ? 'member' : 'not_a_member'
    } catch (error) {
      const failure = failureOf(error)
      if (failure.type === 'refused' && failure.status === 400 && NEVER_JOINED.test(failure.reason))
        return 'not_a_member'
      log.warn(
        { event: 'bot.membership_unknown', channel, reason: failure.reason },
        'a membership could not be checked',
      )
      return 'cannot_check'
    }
  }

const isMember = (member: ChatMember): boolean =>
  member.status === 'restricted'
    ? member.is_member
    : member.status === 'creator' || member.status === 'administrator' || member.status === 'member'
