/**
 * Sends queued emails in the background, so that a request never waits for a mail server. A failed email is retried with
 * growing intervals and dropped after six attempts, some three hours.
 */

import type { Millis } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import type { Queryable } from '../postgres/query.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import { failingIf, type PartReading } from '../runtime/part-health.ts'
import { ttlMap } from '../runtime/ttl-map.ts'
import { type EmailQueue, type EmailRequest, MAX_ATTEMPTS, openEmailQueue, type QueuedEmail } from './email-queue.ts'
import type { EmailMessage } from './email-template.ts'
import { type EmailTransport, Undeliverable } from './transport.ts'

export type Outbox = {
  readonly transport: Pick<EmailTransport, 'type' | 'inbox'>
  /** For `/health`. */
  readonly health: PartReading
  enqueue(request: EmailRequest): Promise<void>
  /** As part of a transaction; `wake` sends it after the commit. */
  queueWith(client: Queryable, request: EmailRequest): Promise<void>
  wake(): void
  /** Emails are composed when they are sent. */
  start(compose: Compose): void
  stop(): void
}

/** Undefined: there is no recipient. */
type Compose = (request: EmailRequest) => Promise<EmailMessage | undefined>

type OutboxDeps = {
  readonly database: Database
  readonly transport: EmailTransport
  readonly clock: Clock
  readonly log: Log
}

const MAX_CONCURRENT = 3
const POLL_MILLIS = 1_000
/** Of one email in one row, within an hour. */
const MAX_CLAIMS = 8
const CLAIM_MILLIS: Millis = 60 * 60 * 1_000

export function openOutbox(deps: OutboxDeps): Outbox {
  const { database, transport, clock, log } = deps
  const queue = openEmailQueue(database, clock)
  let compose: Compose | undefined
  let timer: NodeJS.Timeout | undefined
  let workers = 0
  let failure: string | undefined
  const isClaimable = claimLimit(clock)

  async function work(compose: Compose): Promise<void> {
    workers += 1
    try {
      if (!(await sendAll({ deps, queue, compose, isStopped, isClaimable }))) wakeLater()
      failure = undefined
    } catch (error) {
      failure = 'the queue of emails cannot be read'
      if (!isStopped()) log.warn({ event: 'email.queue_failed', reason: reasonOf(error) }, 'the email queue failed')
      wakeLater()
    } finally {
      workers -= 1
    }
  }

  const isStopped = (): boolean => compose === undefined

  function wake(): void {
    if (compose !== undefined && workers < MAX_CONCURRENT) void work(compose)
    else wakeLater()
  }

  function wakeLater(): void {
    if (isStopped()) return
    timer ??= setTimeout(() => {
      timer = undefined
      wake()
    }, POLL_MILLIS).unref()
  }

  return {
    transport,
    get health() {
      return failure === undefined ? transport.health : failingIf(failure)
    },
    async enqueue(request) {
      if (transport.type === 'off') return
      await queue.add(request)
      wake()
    },
    async queueWith(client, request) {
      if (transport.type !== 'off') await queue.add(request, client)
    },
    wake,
    start(composeEmail) {
      compose = composeEmail
      transport.start()
      wake()
    },
    stop() {
      compose = undefined
      clearTimeout(timer)
      transport.stop()
    },
  }
}

/** False for a row that comes again and again, because it cannot be changed or deleted. */
function claimLimit(clock: Clock): (email: QueuedEmail) => boolean {
  const claims = ttlMap<number>(clock, CLAIM_MILLIS)
  return ({ id, kind, email, user, subject, proof }) => {
    const key = JSON.stringify([id, kind, email, user, subject, proof?.toString('hex')])
    const count = (claims.get(key) ?? 0) + 1
    claims.set(key, count, email)
    return count <= MAX_CLAIMS
  }
}

type Sending = {
  readonly deps: OutboxDeps
  readonly queue: EmailQueue
  readonly compose: Compose
  readonly isStopped: () => boolean
  readonly isClaimable: (email: QueuedEmail) => boolean
}

/** What is due. Returns whether nothing is left. */
async function sendAll({ deps, queue, compose, isStopped, isClaimable }: Sending): Promise<boolean> {
  while (!isStopped()) {
    const email = await queue.claim()
    if (email === undefined || !isClaimable(email)) break
    if (await send(deps, queue, email, compose)) await queue.remove(email)
  }
  return queue.isEmpty()
}

/** False if the email is to be retried. */
async function send(
  { transport, log }: OutboxDeps,
  queue: EmailQueue,
  email: QueuedEmail,
  compose: Compose,
): Promise<boolean> {
  const { kind, attempt } = email
  try {
    const message = await compose(email)
    // This process may have hung since the claim, and another one leads now.
    if (message !== undefined && (await queue.isClaimed(email))) await transport.send(message)
    return true
  } catch (error) {
    const isLast = error instanceof Undeliverable || attempt >= MAX_ATTEMPTS
    const event = isLast ? 'email.dropped' : 'email.failed'
    log.warn({ event, kind, attempt, reason: reasonOf(error) }, isLast ? 'dropped an email' : 'an email is retried')
    return isLast
  }
}

/** Only the codes of a mail server's reply: its text may contain the address and the content. */
function reasonOf(error: unknown): string {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message?: string }
  return [code ?? message?.slice(0, 200), responseCode].filter((part) => part !== undefined).join(' ')
}
