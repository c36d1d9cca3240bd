/** Telegram as another way into an account that is there already. */

import type { Done, LinkTelegramBody } from '../../contract/account-views.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { SignedIn } from './access-tokens.ts'
import type { Proofs } from './reauthenticate.ts'
import type { Telegram } from './telegram.ts'
import type { TelegramLogin } from './telegram-data.ts'
import type { Users } from './users.ts'

type Parts = { readonly telegram: Telegram; readonly users: Users; readonly proofs: Proofs }

export type LinkTelegram = (signedIn: SignedIn, body: LinkTelegramBody) => Promise<Done | Refusal>

export function telegramLinker({ telegram, users, proofs }: Parts): LinkTelegram {
  const read = async ({ init_data, raw_callback_data }: LinkTelegramBody): Promise<TelegramLogin | Refusal> => {
    if (init_data !== undefined) return telegram.readInitData(init_data)
    return raw_callback_data === undefined ? refuse('INIT_DATA_REQUIRED') : telegram.readWidget(raw_callback_data)
  }

  return async (signedIn, body) => {
    const proved = await proofs.reauthenticate(signedIn, body)
    if ('code' in proved) return proved
    const login = await read(body)
    if ('code' in login) return login
    const linked = await users.link(proved, { type: 'telegram', telegramId: login.telegramId })
    if (!('code' in linked)) await users.keepGreeting(proved.id, { username: login.username })
    return linked
  }
}
