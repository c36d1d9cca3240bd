/** The appeal against a limited reward standing. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import { isBlank, isPlain } from '../../../contract/visible-text.ts'
import { earnText } from '../../text/earn.ts'
import { errorText } from '../app/error-text.ts'
import { hostAtom, notifyAtom } from '../app/host.ts'
import { earnProfileOf } from './earn-profile.ts'

const text = earnText.standing

const MAX_LENGTH = 1_000
const MIN_LENGTH = 10

/** On one line. */
const textOf = (appeal: string): string => appeal.trim().replaceAll(/\s+/g, ' ')

export function appealError(appeal: string): string | undefined {
  const sent = textOf(appeal)
  if (sent.length < MIN_LENGTH || isBlank(sent)) return text.appealEmpty
  if (!isPlain(sent)) return text.appealUnusable
  return sent.length > MAX_LENGTH ? text.appealLong : undefined
}

/** Resolves to undefined when it was sent, else to the error. An appeal that is already open counts as sent. */
export const appealAtom = atom(null, async (get, set, user: string, appeal: string): Promise<string | undefined> => {
  const answer = await get(hostAtom).http(api.appeal, { body: { text: textOf(appeal) } })
  if (!answer.ok && answer.failure.code !== 'APPEAL_OPEN' && answer.failure.code !== 'APPEAL_NOT_NEEDED')
    return errorText(answer.failure, earnText.error)
  if (answer.ok) set(notifyAtom, { kind: 'success', title: text.sent })
  await set(earnProfileOf(user), 'refresh')
  return undefined
})
