/** Delivers emails: over SMTP, or with play money into a list that the operator can read. */

import { createTransport } from 'nodemailer'
import type { EmailSettings } from '../runtime/config.ts'
import type { Log } from '../runtime/log.ts'
import type { EmailMessage } from './email-template.ts'

export type EmailTransport = {
  readonly type: EmailSettings['type']
  /** Throws `Undeliverable` if a retry cannot succeed. */
  send(email: EmailMessage): Promise<void>
  /** The newest emails first, without SMTP; empty with SMTP. */
  inbox(): readonly EmailMessage[]
  stop(): void
}

/** The mail server rejected the recipient permanently. */
export class Undeliverable extends Error {}

const TIMEOUT_MILLIS = 10_000
const INBOX_SIZE = 50

type Deps = { readonly appName: string; readonly log: Log; readonly timeoutMillis?: number }

export function openEmailTransport(settings: EmailSettings, deps: Deps): EmailTransport {
  if (settings.type !== 'smtp')
    deps.log.info({ event: 'email.unavailable', hint: 'set SMTP_URL, MAIL_FROM and PUBLIC_URL' }, 'emails are not sent')
  switch (settings.type) {
    case 'smtp':
      return smtpTransport(settings, deps)
    case 'shown':
      return inboxTransport(deps.log)
    case 'off':
      return { type: 'off', send: async () => undefined, inbox: () => [], stop: () => undefined }
  }
}

type SmtpSettings = Extract<EmailSettings, { type: 'smtp' }>

function smtpTransport({ url, from }: SmtpSettings, { appName, timeoutMillis = TIMEOUT_MILLIS }: Deps): EmailTransport {
  const transport = createTransport(withTimeouts(url, timeoutMillis))
  return {
    type: 'smtp',
    async send({ to, subject, text, html }) {
      const message = { from: { name: appName, address: from }, to: { name: '', address: to }, subject, text, html }
      try {
        await transport.sendMail({ ...message, disableFileAccess: true, disableUrlAccess: true })
      } catch (error) {
        throw isPermanent(error) ? new Undeliverable('the mail server rejected the address', { cause: error }) : error
      }
    },
    inbox: () => [],
    stop: () => transport.close(),
  }
}

/** Timeouts in the operator's URL take precedence. */
function withTimeouts(url: string, millis: number): string {
  const address = new URL(url)
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout', 'dnsTimeout'])
    if (!address.searchParams.has(name)) address.searchParams.set(name, String(millis))
  return address.href
}

/** Only a rejected recipient is permanent: the operator can correct a rejected sender or login. */
function isPermanent(error: unknown): boolean {
  const {
    code,
    responseCode = 0,
    rejected = [],
  } = error as {
    code?: string
    responseCode?: number
    rejected?: readonly string[]
  }
  return code === 'EENVELOPE' && responseCode >= 500 && rejected.length > 0
}

function inboxTransport(log: Log): EmailTransport {
  const emails: EmailMessage[] = []
  return {
    type: 'shown',
    async send(email) {
      emails.unshift(email)
      emails.splice(INBOX_SIZE)
      const { to, subject, text } = email
      log.info({ event: 'email.shown', email: { to, subject, text } }, 'an email is not sent: SMTP_URL is not set')
    },
    inbox: () => emails,
    stop: () => undefined,
  }
}
