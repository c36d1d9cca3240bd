/** The texts of security notifications about credentials, by email and by the bot. */

import type { CredentialAddition } from '../../contract/account/views.ts'
import type { SecurityNotice, Tables } from '../postgres/tables.ts'
import { minute } from './minute.ts'

type Undo = Pick<Tables['credential_undos'], 'change' | 'at' | 'device' | 'ip_masked'>

export type UndoNotice = Extract<SecurityNotice, 'added' | 'undone'>

const WHAT: Readonly<Record<CredentialAddition, string>> = {
  '2fa': 'Two-factor authentication was turned on',
  email: 'An email address was added',
  password: 'A password was set',
  telegram: 'A Telegram account was linked',
  google: 'A Google account was linked',
}

export const addedSubject = ({ change }: Undo, appName: string): string => `${WHAT[change]} for your ${appName} account`

/** Without the link, which is appended when the text is sent. */
export function noticeText(kind: UndoNotice, undo: Undo, appName: string): string {
  const { at, device, ip_masked } = undo
  const when = `${minute(at)} UTC`
  if (kind === 'added') return `${addedSubject(undo, appName)}, ${when}, ${device}, ${ip_masked}.`
  return (
    `A security change of your ${appName} account from ${when} was undone, and all devices were signed out. ` +
    'Choose a new password if another person could know it.'
  )
}
