/**
 * Who receives the bot's notifications about an account, and the texts of its security notifications. They are made when a
 * notification is sent, from its kind and from the account as it is recorded: no table contains chats, texts or links.
 */

import type { CredentialAddition } from '../../contract/account/views.ts'
import type { Millis, UserId } from '../../contract/ids.ts'
import type { SecurityNotice, Tables } from '../postgres/tables.ts'
import { ignoreDifference } from '../runtime/errors.ts'
import type { AccountRecords } from '../users/account-records.ts'
import { settledChannels } from '../users/settled-channels.ts'
import { type Frozen, freezeText } from './freeze-texts.ts'
import { noticeText } from './undo-texts.ts'

export type NoticeParams = Readonly<Record<string, string | number>>

/** `params`: those that this server stored. */
type QueuedNotification = {
  readonly user: UserId
  readonly kind: SecurityNotice
  readonly about: string
  readonly params: NoticeParams
}

export type Recipients = {
  /** `settledAt`: one that was older than a day at that time. Null: none, or the account differs from its record. */
  chatOf(user: UserId, settledAt: Millis | undefined): Promise<number | null>
  /** With a link that freezes the account, and one that undoes an addition if its owner was to be notified in this chat. */
  securityText(notice: QueuedNotification, chat: number): Promise<string>
}

type RecipientsDeps = {
  readonly records: Pick<AccountRecords, 'find'>
  readonly undoLinkOf: (subject: string, chat: number) => Promise<string | undefined>
  readonly freezeLinkOf: (user: UserId) => string
  readonly appName: string
}

type Undo = Pick<Tables['credential_undos'], 'change' | 'at' | 'device' | 'ip_masked'>

export const undoParams = ({ change, at, device, ip_masked }: Undo): NoticeParams => ({ change, at, device, ip_masked })

export const freezeParams = ({ origin, since, liftsAt }: Frozen): NoticeParams => ({
  origin,
  since,
  ...(liftsAt !== null && { liftsAt }),
})

export function openRecipients({ records, undoLinkOf, freezeLinkOf, appName }: RecipientsDeps): Recipients {
  return {
    async chatOf(user, settledAt) {
      const account = await records.find('id', user).catch(ignoreDifference)
      if (account === undefined) return null
      return settledAt === undefined ? account.user.telegram_id : settledChannels(account.user, settledAt).chat
    },
    async securityText({ user, kind, about, params }, chat) {
      const undoLink = kind === 'added' ? await undoLinkOf(about, chat) : undefined
      const undo = undoLink === undefined ? [] : [`If this wasn't you, undo it within 72 hours:\n${undoLink}`]
      return [leadOf(kind, params, appName), ...undo, `Freeze your account:\n${freezeLinkOf(user)}`].join('\n\n')
    },
  }
}

function leadOf(kind: SecurityNotice, params: NoticeParams, appName: string): string {
  if (kind === 'frozen' || kind === 'lifting') {
    const { origin, since, liftsAt = null } = params
    return freezeText(kind, { origin, since, liftsAt } as Frozen, appName)
  }
  const { change, at, device, ip_masked } = params
  const undo = { at: Number(at), device: String(device), ip_masked: String(ip_masked) }
  return noticeText(kind, { ...undo, change: change as CredentialAddition }, appName)
}
