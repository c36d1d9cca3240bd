/** Hands letters over: to a mail server, or with play money to whoever runs the exchange. */

import { createTransport } from 'nodemailer'
import type { MailSettings } from '../config.ts'
import type { Log } from '../log.ts'
import type { Letter } from './letter.ts'

export type Post = {
  readonly type: MailSettings['type']
  /** Throws `Undeliverable` where trying again would not help. */
  send(letter: Letter): Promise<void>
  /** The newest letters that nobody posted, newest first; none where letters are posted. */
  shown(): readonly Letter[]
  stop(): void
}

/** The mail server will never take this letter: there is no such address. */
export class Undeliverable extends Error {}

const PATIENCE_MILLIS = 10_000
const MOST_SHOWN = 50

type Parts = { readonly appName: string; readonly log: Log; readonly patienceMillis?: number }

export function openPost(settings: MailSettings, parts: Parts): Post {
  switch (settings.type) {
    case 'smtp':
      return smtpPost(settings, parts)
    case 'shown':
      return shownPost(parts.log)
    case 'off':
      return { type: 'off', send: async () => undefined, shown: () => [], stop: () => undefined }
  }
}

type Smtp = Extract<MailSettings, { type: 'smtp' }>

function smtpPost({ url, from }: Smtp, { appName, patienceMillis = PATIENCE_MILLIS }: Parts): Post {
  const transport = createTransport(withPatience(url, patienceMillis))
  return {
    type: 'smtp',
    async send({ to, subject, text, html }) {
      const message = { from: { name: appName, address: from }, to: { name: '', address: to }, subject, text, html }
      try {
        await transport.sendMail({ ...message, disableFileAccess: true, disableUrlAccess: true })
      } catch (error) {
        throw isFinal(error) ? new Undeliverable('the mail server refuses the address', { cause: error }) : error
      }
    },
    shown: () => [],
    stop: () => transport.close(),
  }
}

/** What the operator says in the address counts more. */
function withPatience(url: string, millis: number): string {
  const address = new URL(url)
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout', 'dnsTimeout'])
    if (!address.searchParams.has(name)) address.searchParams.set(name, String(millis))
  return address.href
}

/** A no to the sender or to our sign-in is the operator's affair, and may be mended. */
function isFinal(error: unknown): boolean {
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

function shownPost(log: Log): Post {
  const letters: Letter[] = []
  return {
    type: 'shown',
    async send(letter) {
      letters.unshift(letter)
      letters.splice(MOST_SHOWN)
      const { to, subject, text } = letter
      log.info({ letter: { to, subject, text } }, 'a letter that nobody posts, for SMTP_URL is not set')
    },
    shown: () => letters,
    stop: () => undefined,
  }
}
