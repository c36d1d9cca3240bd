/** A page with the emails of a play-mode exchange without a mail server. */

import type { FastifyInstance } from 'fastify'
import { type EmailMessage, escapeHtml } from '../../email/email-template.ts'

const EMAIL_INBOX_PATH = '/play/mail'

export function serveEmailInbox(app: FastifyInstance, shown: () => readonly EmailMessage[]): void {
  app.get(EMAIL_INBOX_PATH, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page(shown())),
  )
}

const page = (emails: readonly EmailMessage[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="dark light">
<title>Play-mode inbox</title>
<body style="font:16px/1.5 sans-serif;max-width:640px;margin:24px auto;padding:0 16px">
<h1>Play-mode inbox</h1>
<p>Emails aren't sent on this server, so they show up here. Everyone can read them.</p>
${emails.length === 0 ? '<p>No emails yet.</p>' : emails.map(article).join('\n')}
</body></html>
`

const article = ({ to, subject, text }: EmailMessage): string => `<article>
<hr><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)}</p>
<p style="white-space:pre-wrap;overflow-wrap:anywhere">${withLinks(text)}</p>
</article>`

const withLinks = (text: string): string =>
  escapeHtml(text).replace(/^https?:\/\/\S+$/gm, (link) => `<a href="${link}">${link}</a>`)
