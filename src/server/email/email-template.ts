/** Renders an email as plain text and as simple HTML, with one link. */

import type { EmailKind } from '../postgres/tables.ts'

export type EmailMessage = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

type Facts = { readonly to: string; readonly appName: string; readonly link: string }
type Words = { readonly subject: string; readonly why: string; readonly act: string; readonly after: string }

const WORDS: Readonly<Record<EmailKind, (appName: string) => Words>> = {
  confirm: (appName) => ({
    subject: `Confirm your email for ${appName}`,
    why: `Please confirm this email for your ${appName} account.`,
    act: 'Confirm email',
    after: "The link works once and expires in 24 hours. If this wasn't you, ignore this email.",
  }),
  reset: (appName) => ({
    subject: `Reset your ${appName} password`,
    why: `We got a request to reset your ${appName} password.`,
    act: 'Choose a new password',
    after:
      'The link works once and expires in 30 minutes. A new password logs you out everywhere and pauses withdrawals ' +
      "for 24 hours. If this wasn't you, ignore this email: your password stays the same.",
  }),
}

export function renderEmail(kind: EmailKind, { to, appName, link }: Facts): EmailMessage {
  const { subject, why, act, after } = WORDS[kind](appName)
  const paragraph = (inner: string) => `<p style="margin:0 0 16px">${inner}</p>`
  const html = [
    '<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif;max-width:480px;margin:24px auto">',
    paragraph(escapeHtml(why)),
    paragraph(`<a href="${escapeHtml(link)}">${escapeHtml(act)}</a>`),
    paragraph(escapeHtml(after)),
    '</body></html>',
  ]
  return { to, subject, text: `${why}\n\n${act}:\n${link}\n\n${after}\n`, html: html.join('\n') }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
