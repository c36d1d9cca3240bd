import type { UserId } from '../../contract/ids.ts'
import type { EmailRequest } from '../email/email-queue.ts'
import { type EmailMessage, type EmailText, linkText, renderEmail } from '../email/email-template.ts'
import { Undeliverable } from '../email/transport.ts'
import type { Database } from '../postgres/database.ts'
import type { LinkKind } from '../postgres/tables.ts'
import type { Clock } from '../runtime/clock.ts'
import { isSameHash } from '../runtime/keyed-hash.ts'
import type { User } from '../users/user-row.ts'
import type { Users } from '../users/users.ts'
import type { EmailTokens } from './email-tokens.ts'
import type { FreezeLinks } from './freeze-links.ts'
import { type FreezeNotice, type Frozen, freezeSubject, freezeText } from './freeze-texts.ts'
import type { UndoLinks } from './undo-links.ts'
import { addedSubject, noticeText, type UndoNotice } from './undo-texts.ts'

type Deps = {
  readonly database: Pick<Database, 'pool'>
  readonly clock: Clock
  readonly users: Pick<Users, 'findById' | 'findByEmail'>
  readonly tokens: Pick<EmailTokens, 'issue' | 'isRequested'>
  readonly undoLinks: UndoLinks
  readonly freezeLinks: Pick<FreezeLinks, 'linkOf'>
  /** The active freezes of an account. */
  readonly freezesOf: (user: UserId) => Promise<readonly Frozen[]>
  readonly appName: string
  /** The address of the exchange, for links. */
  readonly linkOrigin: string
}

const PATHS: Readonly<Record<LinkKind, string>> = { confirm: '/confirm', reset: '/reset' }

/** Issues the token of the link and renders the email; undefined if the recipient does not exist (any more). */
export async function composeEmail(deps: Deps, request: EmailRequest): Promise<EmailMessage | undefined> {
  const { users, freezeLinks } = deps
  const { kind, user, email } = request
  if (!isQueuedSo(request)) throw new Undeliverable('nobody requested this email')
  const recipient = user === null ? await users.findByEmail(email) : await users.findById(user)
  const text = recipient === undefined ? undefined : await textOf(deps, request, recipient)
  if (recipient === undefined || text === undefined) return undefined
  // The address of a `confirm` email may be that of another person.
  const freezeLink = kind === 'confirm' ? undefined : freezeLinks.linkOf(recipient.id)
  return renderEmail({ user: recipient.id, email }, { ...text, freezeLink })
}

/** The table has one row of each email: who could add others, with any subject, would have as many sent. */
function isQueuedSo({ kind, user, subject }: EmailRequest): boolean {
  if (kind === 'reset') return user === null && subject === null
  if (kind === 'confirm') return user !== null && subject === null
  return user !== null && (kind === 'added' || kind === 'undone' ? subject !== null : subject === user)
}

type Text = Omit<EmailText, 'freezeLink'>

async function textOf(
  deps: Deps,
  { kind, email, subject, proof }: EmailRequest,
  recipient: User,
): Promise<Text | undefined> {
  const { tokens, appName, linkOrigin } = deps
  // The other two kinds may go to another address, and have a proof of it.
  if (kind !== 'confirm' && kind !== 'added' && email !== recipient.email)
    throw new Undeliverable('the address is not that of the account')
  if (kind === 'added' || kind === 'undone')
    return undoText(deps, kind, { subject, proof: proof ?? null }, { ...recipient, email })
  if (kind === 'frozen' || kind === 'lifting') return frozenText(deps, kind, recipient.id)
  if (kind === 'confirm' && !tokens.isRequested(recipient, email, proof))
    throw new Undeliverable('nobody requested this email')
  const token = await tokens.issue(kind, recipient, email)
  return linkText(kind, appName, `${linkOrigin}${PATHS[kind]}#token=${token}`)
}

/** Undefined if the addition was undone meanwhile, or can no longer be undone. */
async function undoText(
  { database, clock, undoLinks, appName }: Deps,
  kind: UndoNotice,
  { subject, proof }: Pick<EmailRequest, 'subject' | 'proof'>,
  { id, email }: Pick<User, 'id'> & { readonly email: string },
): Promise<Text | undefined> {
  const undo = subject === null ? undefined : await undoLinks.find(database.pool, subject)
  // Deleted, or not of this account: the email has the freeze link of the account, too.
  if (undo?.user_id !== id) throw new Undeliverable('nobody requested this email')
  const isRequested =
    kind === 'added' ? undo.notified_email === email : isSameHash(proof ?? null, undoLinks.undoneProof(undo.id, email))
  if (!isRequested) throw new Undeliverable('nobody requested this email')
  if (kind === 'added' && (undo.used_at !== null || undo.expires_at <= clock.now())) return undefined
  const why = noticeText(kind, undo, appName)
  if (kind === 'undone')
    return { subject: `A change to your ${appName} account was undone`, why, action: undefined, after: '' }
  return {
    subject: addedSubject(undo, appName),
    why,
    action: { label: "This wasn't me: undo it", link: undoLinks.linkOf(undo.id) },
    after: 'The link works once and expires in 72 hours. If this was you, ignore this email.',
  }
}

/** Undefined if the freeze has ended meanwhile, or its lifting was ended by another freeze. */
async function frozenText({ freezesOf, appName }: Deps, kind: FreezeNotice, user: UserId): Promise<Text | undefined> {
  const freezes = await freezesOf(user)
  const frozen =
    kind === 'frozen'
      ? freezes.toSorted((a, b) => a.since - b.since).at(-1)
      : freezes.find(({ origin, liftsAt }) => origin === 'owner' && liftsAt !== null)
  const [subject, action] = [freezeSubject(kind, appName), undefined]
  return frozen && { subject, why: freezeText(kind, frozen, appName), action, after: '' }
}
