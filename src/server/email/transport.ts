/** Delivers emails: over SMTP, or with play money into a list that the operator can read. */

import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Millis } from '../../contract/ids.ts'
import type { Clock } from '../runtime/clock.ts'
import type { EmailSettings } from '../runtime/config.ts'
import type { Log } from '../runtime/log.ts'
import { failingIf, HEALTH_TIMES, type HealthTimes, OFF, OK, type PartReading } from '../runtime/part-health.ts'
import { openRepeatedCheck } from '../runtime/repeated-check.ts'
import type { EmailMessage } from './email-template.ts'

export type EmailTransport = {
  readonly type: EmailSettings['type']
  /** Throws `Undeliverable` if a retry cannot succeed. */
  send(email: EmailMessage): Promise<void>
  /** The newest emails first, without SMTP; empty with SMTP. */
  inbox(): readonly ShownEmail[]
  /** For `/health`. */
  readonly health: PartReading
  start(): void
  stop(): void
}

/** An email that is shown instead of sent. The id is random: numbers would tell how many emails others got. */
export type ShownEmail = EmailMessage & { readonly id: string; readonly at: Millis }

/** The mail server rejected the recipient permanently. */
export class Undeliverable extends Error {}

const TIMEOUT_MILLIS = 10_000
const INBOX_SIZE = 50

type Deps = {
  readonly appName: string
  readonly clock: Clock
  readonly log: Log
  readonly timeoutMillis?: number
  /** Overridden by tests. */
  readonly healthTimes?: Pick<HealthTimes, 'serviceMillis' | 'retryMillis'>
}

export function openEmailTransport(settings: EmailSettings, deps: Deps): EmailTransport {
  if (settings.type !== 'smtp')
    deps.log.info({ event: 'email.unavailable', hint: 'set SMTP_URL, MAIL_FROM and PUBLIC_URL' }, 'emails are not sent')
  switch (settings.type) {
    case 'smtp':
      return smtpTransport(settings, deps)
    case 'shown':
      return inboxTransport(deps)
    case 'off':
      return { type: 'off', send: async () => undefined, inbox: () => [], health: OFF, ...NOTHING }
  }
}

const NOTHING = { start: () => undefined, stop: () => undefined }

type SmtpSettings = Extract<EmailSettings, { type: 'smtp' }>

function smtpTransport({ url, from }: SmtpSettings, deps: Deps): EmailTransport {
  const { appName, timeoutMillis = TIMEOUT_MILLIS, healthTimes = HEALTH_TIMES } = deps
  const transport = createTransport(withTimeouts(url, timeoutMillis))
  const check = openRepeatedCheck({
    check: () =>
      transport.verify().catch((error: unknown) => {
        isSendingBroken = false
        throw error
      }),
    reasonOf: () => 'the mail server cannot be reached, or refuses the login',
    pauseMillis: healthTimes.serviceMillis,
    retryMillis: healthTimes.retryMillis,
    slowMillis: timeoutMillis,
  })
  /** The mail server takes connections, but no emails: only the next email shows whether this is over. */
  let isSendingBroken = false
  return {
    type: 'smtp',
    async send({ to, subject, text, html }) {
      const message = { from: { name: appName, address: from }, to: { name: '', address: to }, subject, text, html }
      try {
        await transport.sendMail({ ...message, disableFileAccess: true, disableUrlAccess: true })
        isSendingBroken = false
      } catch (error) {
        isSendingBroken = !isOfRecipient(error)
        check.wake()
        throw isPermanent(error) ? new Undeliverable('the mail server rejected the address', { cause: error }) : error
      }
    },
    inbox: () => [],
    get health() {
      return failingIf(check.failure ?? (isSendingBroken ? 'the mail server takes no emails' : undefined))
    },
    start: check.start,
    stop() {
      check.stop()
      transport.close()
    },
  }
}

/** Timeouts in the operator's URL take precedence. */
function withTimeouts(url: string, millis: number): string {
  const address = new URL(url)
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout', 'dnsTimeout'])
    if (!address.searchParams.has(name)) address.searchParams.set(name, String(millis))
  return address.href
}

type SmtpError = { readonly code?: string; readonly responseCode?: number; readonly rejected?: readonly string[] }

/** A rejected recipient says nothing about other emails. */
const isOfRecipient = (error: unknown): boolean => ((error as SmtpError).rejected ?? []).length > 0

/** Only a rejected recipient is permanent: the operator can correct a rejected sender or login. */
function isPermanent(error: unknown): boolean {
  const { code, responseCode = 0, rejected = [] } = error as SmtpError
  return code === 'EENVELOPE' && responseCode >= 500 && rejected.length > 0
}

function inboxTransport({ clock, log }: Deps): EmailTransport {
  const emails: ShownEmail[] = []
  return {
    type: 'shown',
    async send(email) {
      emails.unshift({ ...email, id: randomUUID(), at: clock.now() })
      emails.splice(INBOX_SIZE)
      const { to, subject, text } = email
      log.info({ event: 'email.shown', email: { to, subject, text } }, 'an email is not sent: SMTP_URL is not set')
    },
    inbox: () => emails,
    health: OK,
    ...NOTHING,
  }
}
