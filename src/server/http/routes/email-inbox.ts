/** Letters that nobody posts, on a page: with play money only, where no mail server is set. */

import type { FastifyInstance } from 'fastify'
import { escapeHtml, type Letter } from '../mail/letter.ts'

export const MAIL_PAGE = '/play/mail'

export function serveMailPage(app: FastifyInstance, shown: () => readonly Letter[]): void {
  app.get(MAIL_PAGE, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page(shown())),
  )
}

const page = (letters: readonly Letter[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="dark light">
<title>Letters</title>
<body style="font:16px/1.5 sans-serif;max-width:640px;margin:24px auto;padding:0 16px">
<h1>Letters</h1>
<p>This exchange runs on play money and posts no letters: they are shown here, to everybody. SMTP_URL posts them.</p>
${letters.length === 0 ? '<p>None yet.</p>' : letters.map(article).join('\n')}
</body></html>
`

const article = ({ to, subject, text }: Letter): string => `<article>
<hr><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)}</p>
<p style="white-space:pre-wrap;overflow-wrap:anywhere">${withLinks(text)}</p>
</article>`

const withLinks = (text: string): string =>
  escapeHtml(text).replace(/^https?:\/\/\S+$/gm, (link) => `<a href="${link}">${link}</a>`)
