import type { LinkTelegramBody } from '../../contract/account/calls.ts'
import type { Ok } from '../../contract/call.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import type { Telegram } from '../identity-providers/telegram.ts'
import type { TelegramLogin } from '../identity-providers/telegram-signature.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { SignedInUser } from '../sessions/access-tokens.ts'
import type { Users } from '../users/users.ts'
import type { LinkLoginMethod } from './link-login-method.ts'
import type { Reauthentication } from './reauthenticate.ts'

type Deps = {
  readonly telegram: Telegram
  readonly users: Users
  readonly reauthentication: Reauthentication
  readonly linkLoginMethod: LinkLoginMethod
}

export type LinkTelegram = (
  signedIn: SignedInUser,
  body: LinkTelegramBody,
  device: ClientDevice,
) => Promise<Ok | Refusal>

export function openLinkTelegram({ telegram, users, reauthentication, linkLoginMethod }: Deps): LinkTelegram {
  const verify = async ({
    init_data,
    device_id,
    raw_callback_data,
  }: LinkTelegramBody): Promise<TelegramLogin | Refusal> => {
    if (init_data !== undefined) return telegram.readInitData(init_data, device_id)
    return raw_callback_data === undefined ? refuse('INIT_DATA_REQUIRED') : telegram.readWidget(raw_callback_data)
  }

  return async (signedIn, body, device) => {
    const user = await reauthentication.reauthenticate(signedIn, body, device)
    if (isRefused(user)) return user
    const login = await verify(body)
    if (isRefused(login)) return login
    const linked = await linkLoginMethod(user, { type: 'telegram', telegramId: login.telegramId }, device)
    if (!isRefused(linked)) await users.updateClientProfile(user.id, { username: login.username })
    return linked
  }
}
