/** The texts of security notifications about freezes, by email and by the bot. */

import type { Millis } from '../../contract/ids.ts'
import type { SecurityNotice } from '../postgres/tables.ts'
import { minute } from './minute.ts'

export type FreezeNotice = Extract<SecurityNotice, 'frozen' | 'lifting'>

/** A freeze of the account as the engine has it. */
export type Frozen = {
  readonly origin: 'operator' | 'owner' | 'integrity'
  readonly since: Millis
  readonly liftsAt: Millis | null
}

export const freezeSubject = (kind: FreezeNotice, appName: string): string =>
  kind === 'frozen' ? `Your ${appName} account is frozen` : `Your ${appName} account will be unfrozen`

/** Without the link, which is appended when the text is sent. `lifting` needs the time of the end. */
export function freezeText(kind: FreezeNotice, { origin, since, liftsAt }: Frozen, appName: string): string {
  if (kind === 'lifting')
    return (
      `The freeze of your ${appName} account ends ${minute(liftsAt ?? since)} UTC, as requested with all factors. ` +
      "If this wasn't you, freeze the account again and change your password."
    )
  const how =
    origin === 'owner'
      ? 'To lift the freeze, sign in and open Settings, Security.'
      : 'The exchange did this: contact support.'
  return (
    `Your ${appName} account was frozen, ${minute(since)} UTC. Its open orders are cancelled, and it cannot trade, withdraw ` +
    `or claim rewards. Deposits are still credited. ${how}`
  )
}
