/** Renders an email as plain text and as simple HTML, with one link at most. */

import type { UserId } from '../../contract/ids.ts'
import type { LinkKind } from '../postgres/tables.ts'

export type EmailMessage = {
  /** The account that the email is about. */
  readonly user: UserId
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export type EmailText = {
  readonly subject: string
  readonly why: string
  /** Label and address of the link; undefined for an email without one. */
  readonly action: { readonly label: string; readonly link: string } | undefined
  readonly after: string
}

type LinkText = (appName: string) => Omit<EmailText, 'action'> & { readonly act: string }

/** The emails that a user requests. */
const LINK_TEXTS: Readonly<Record<LinkKind, LinkText>> = {
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

export function linkText(kind: LinkKind, appName: string, link: string): EmailText {
  const { act, ...text } = LINK_TEXTS[kind](appName)
  return { ...text, action: { label: act, link } }
}

type Recipient = { readonly user: UserId; readonly email: string }

export function renderEmail({ user, email: to }: Recipient, { subject, why, action, after }: EmailText): EmailMessage {
  const paragraph = (inner: string) => `<p style="margin:0 0 16px">${inner}</p>`
  const html = [
    '<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif;max-width:480px;margin:24px auto">',
    paragraph(escapeHtml(why)),
    ...(action === undefined
      ? []
      : [paragraph(`<a href="${escapeHtml(action.link)}">${escapeHtml(action.label)}</a>`)]),
    paragraph(escapeHtml(after)),
    '</body></html>',
  ]
  const link = action === undefined ? '' : `${action.label}:\n${action.link}\n\n`
  return { user, to, subject, text: `${why}\n\n${link}${after}\n`, html: html.join('\n') }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
