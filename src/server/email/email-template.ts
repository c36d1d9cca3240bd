/** What we write to people: plain words, the same in simple HTML, and one link. */

import type { LetterKind } from '../postgres/tables.ts'

export type Letter = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

type Facts = { readonly to: string; readonly appName: string; readonly link: string }
type Words = { readonly subject: string; readonly why: string; readonly act: string; readonly after: string }

const WORDS: Readonly<Record<LetterKind, (appName: string) => Words>> = {
  confirm: (appName) => ({
    subject: `Confirm your email for ${appName}`,
    why: `Somebody, we hope you, gave this address to an account at ${appName}.`,
    act: 'Confirm that it is yours',
    after: 'The link works once, for 24 hours. If it was not you, do nothing: the address is not confirmed then.',
  }),
  reset: (appName) => ({
    subject: `Choose a new password for ${appName}`,
    why: `Somebody, we hope you, forgot the password of your account at ${appName}.`,
    act: 'Choose a new password',
    after:
      'The link works once, for 30 minutes. A new password signs you out everywhere and holds withdrawals for 24 hours. ' +
      'If it was not you, do nothing: your password stays as it is.',
  }),
}

export function writeLetter(kind: LetterKind, { to, appName, link }: Facts): Letter {
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
