import type { EmailRequest } from '../email/email-queue.ts'
import { type EmailMessage, renderEmail } from '../email/email-template.ts'
import type { EmailKind } from '../postgres/tables.ts'
import type { Users } from '../users/users.ts'
import type { EmailTokens } from './email-tokens.ts'

type Deps = {
  readonly users: Pick<Users, 'findById' | 'findByEmail'>
  readonly tokens: Pick<EmailTokens, 'issue'>
  readonly appName: string
}

const PATHS: Readonly<Record<EmailKind, string>> = { confirm: '/confirm', reset: '/reset' }

/** Issues the token of the link and renders the email; undefined if the recipient does not exist (any more). */
export async function composeEmail(
  { users, tokens, appName }: Deps,
  { kind, email, user, origin }: EmailRequest,
): Promise<EmailMessage | undefined> {
  const recipient = user === null ? await users.findByEmail(email) : await users.findById(user)
  if (recipient === undefined) return undefined
  const token = await tokens.issue(kind, recipient.id, email)
  return renderEmail(kind, { to: email, appName, link: `${origin}${PATHS[kind]}#token=${token}` })
}
