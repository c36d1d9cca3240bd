/**
 * A page with the emails of a play-mode exchange without a mail server. A browser on the server's own machine sees all of
 * them. Every other browser sees the emails of the accounts that logged in there: an email contains links that open the
 * account, and its requester is not always its owner.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { UserId } from '../../../contract/ids.ts'
import { type EmailMessage, escapeHtml } from '../../email/email-template.ts'
import type { ClientDevice } from '../../runtime/client-device.ts'
import { isLoopback } from '../../runtime/client-ip.ts'
import type { Config } from '../../runtime/config.ts'
import { deviceTokensOf } from '../device-cookie.ts'

const EMAIL_INBOX_PATH = '/play/mail'

type InboxDeps = {
  readonly emails: () => readonly EmailMessage[]
  readonly isKnownDevice: (user: UserId, device: Pick<ClientDevice, 'tokens'>) => Promise<boolean>
  readonly config: Pick<Config, 'host'>
  readonly linkOrigin: string
}

export function serveEmailInbox(app: FastifyInstance, deps: InboxDeps): void {
  app.get(EMAIL_INBOX_PATH, async (request, reply) => {
    const isAll = isLoopback(deps.config.host) && isLocal(request)
    const emails = isAll ? deps.emails() : await ownEmails(deps, request)
    // Other machines open the links on the address by which they reach this page.
    const base = isAll ? '' : deps.linkOrigin
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page(emails, isAll, base))
  })
}

const PROXY_HEADERS = /^(forwarded|via|x-forwarded-.*|x-real-ip|.*-connecting-ip|true-client-ip)$/

/** Sent by a browser on this machine, and not by a proxy or a page that points its own host name here. */
function isLocal({ headers, raw }: FastifyRequest): boolean {
  const hostname = /^(.*?)(:\d+)?$/.exec(headers.host ?? '')?.[1] ?? ''
  const isProxied = Object.keys(headers).some((name) => PROXY_HEADERS.test(name))
  return isLoopback(raw.socket.remoteAddress ?? '') && isLoopback(hostname) && !isProxied
}

async function ownEmails({ emails, isKnownDevice }: InboxDeps, { headers }: FastifyRequest) {
  const device = { tokens: deviceTokensOf(headers.cookie) }
  if (device.tokens.length === 0) return []
  const all = emails()
  const users = [...new Set(all.map(({ user }) => user))]
  const known = await Promise.all(users.map(async (user) => ((await isKnownDevice(user, device)) ? [user] : [])))
  const own = new Set(known.flat())
  return all.filter(({ user }) => own.has(user))
}

const ALL = "Emails aren't sent on this server, so they show up here. Only a browser on this machine sees all of them."
const OWN =
  "Emails aren't sent on this server. You see the emails of the accounts that signed in with this browser. " +
  'The operator finds all of them in the log.'

/** The links of the emails are shortened by `base`. */
const page = (emails: readonly EmailMessage[], isAll: boolean, base: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="dark light">
<title>Play-mode inbox</title>
<body style="font:16px/1.5 sans-serif;max-width:640px;margin:24px auto;padding:0 16px">
<h1>Play-mode inbox</h1>
<p>${isAll ? ALL : OWN}</p>
${emails.length === 0 ? '<p>No emails yet.</p>' : emails.map((email) => article(email, base)).join('\n')}
</body></html>
`

const article = ({ to, subject, text }: EmailMessage, base: string): string => `<article>
<hr><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)}</p>
<p style="white-space:pre-wrap;overflow-wrap:anywhere">${withLinks(text, base)}</p>
</article>`

const withLinks = (text: string, base: string): string =>
  escapeHtml(text).replace(
    /^https?:\/\/\S+$/gm,
    (link) => `<a href="${link.startsWith(`${base}/`) ? link.slice(base.length) : link}">${link}</a>`,
  )
