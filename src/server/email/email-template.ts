/** Renders an email as plain text and as simple HTML: a link for what it is about, and at its end one that freezes the account. */

import type { UserId } from '../../contract/ids.ts'
import type { LinkKind } from '../postgres/tables.ts'

export type EmailMessage = {
  /** The account that the email is about. */
  readonly user: UserId
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** What both are made of. */
  readonly parts: readonly EmailPart[]
}

/** A paragraph, or the label of a link. */
type EmailPart = { readonly text: string; readonly link: string | null }

export type EmailText = {
  readonly subject: string
  readonly why: string
  /** Label and address of the link; undefined for an email without one. */
  readonly action: { readonly label: string; readonly link: string } | undefined
  readonly after: string
  /** Freezes the account; undefined in an email to an address that may be of another person. */
  readonly freezeLink: string | undefined
}

type LinkText = (appName: string) => Omit<EmailText, 'action' | 'freezeLink'> & { readonly act: string }

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

export function linkText(kind: LinkKind, appName: string, link: string): Omit<EmailText, 'freezeLink'> {
  const { act, ...text } = LINK_TEXTS[kind](appName)
  return { ...text, action: { label: act, link } }
}

const FREEZE = {
  why: 'If another person may have access to your account, freeze it: nobody can trade or withdraw until you lift the freeze.',
  label: 'Freeze my account',
  after: 'This link is valid for seven days.',
}

type Recipient = { readonly user: UserId; readonly email: string }

export function renderEmail({ user, email: to }: Recipient, text: EmailText): EmailMessage {
  const { subject, why, action, after, freezeLink } = text
  const freeze =
    freezeLink === undefined
      ? []
      : [paragraph(FREEZE.why), { text: FREEZE.label, link: freezeLink }, paragraph(FREEZE.after)]
  const parts: readonly EmailPart[] = [
    paragraph(why),
    ...(action === undefined ? [] : [{ text: action.label, link: action.link }]),
    ...(after === '' ? [] : [paragraph(after)]),
    ...freeze,
  ]
  const html = [
    '<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif;max-width:480px;margin:24px auto">',
    ...parts.map((part) => `<p style="margin:0 0 16px">${htmlOf(part)}</p>`),
    '</body></html>',
  ]
  return { user, to, subject, text: `${parts.map(textOf).join('\n\n')}\n`, html: html.join('\n'), parts }
}

const paragraph = (text: string): EmailPart => ({ text, link: null })

const textOf = ({ text, link }: EmailPart): string => (link === null ? text : `${text}:\n${link}`)

const htmlOf = ({ text, link }: EmailPart): string =>
  link === null ? escapeHtml(text) : `<a href="${escapeHtml(link)}">${escapeHtml(text)}</a>`

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
