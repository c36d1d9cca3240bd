/**
 * The emails of a play-mode exchange without a mail server. A browser on the server's own machine sees all of them. Every
 * other browser sees the emails of the accounts that logged in there: an email contains links that open the account, and
 * its requester is not always its owner.
 */

import type { UserId } from '../../../contract/ids.ts'
import type { ShownEmail } from '../../email/transport.ts'
import type { ClientDevice } from '../../runtime/client-device.ts'
import { isLoopback } from '../../runtime/client-ip.ts'
import type { Config } from '../../runtime/config.ts'
import { playMailView } from '../../wire/play-mail.ts'
import type { RateLimits } from '../rate-limits.ts'
import { type RouteContext, servePublic } from '../serve.ts'

type Device = Pick<ClientDevice, 'tokens'>

type MailDeps = {
  readonly emails: () => readonly ShownEmail[]
  readonly isKnownDevice: (user: UserId, device: Device) => Promise<boolean>
  readonly config: Pick<Config, 'host'>
  readonly linkOrigin: string
}

export function servePlayMail(context: RouteContext, deps: MailDeps, { reads }: RateLimits): void {
  servePublic(context, 'playMail', reads, async ({ isLocal, device }) => {
    const seesAll = isLoopback(deps.config.host) && isLocal
    const emails = seesAll ? deps.emails() : await ownEmails(deps, device)
    return playMailView(emails, seesAll, deps.linkOrigin)
  })
}

async function ownEmails({ emails, isKnownDevice }: MailDeps, device: Device): Promise<readonly ShownEmail[]> {
  if (device.tokens.length === 0) return []
  const all = emails()
  const users = [...new Set(all.map(({ user }) => user))]
  const known = await Promise.all(users.map(async (user) => ((await isKnownDevice(user, device)) ? [user] : [])))
  const own = new Set(known.flat())
  return all.filter(({ user }) => own.has(user))
}
