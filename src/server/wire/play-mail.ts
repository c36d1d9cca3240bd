/** The emails of play mode as JSON. */

import type { PlayMailView } from '../../contract/auth/views.ts'
import type { Millis } from '../../contract/ids.ts'
import { isoTime } from './time.ts'

type Email = Omit<PlayMailView['mails'][number], 'at'> & { readonly at: Millis }

export const playMailView = (emails: readonly Email[], seesAll: boolean, linkOrigin: string): PlayMailView => ({
  sees_all: seesAll,
  link_origin: linkOrigin,
  mails: emails.map(({ id, at, to, subject, parts }) => ({ id, at: isoTime(at), to, subject, parts })),
})
