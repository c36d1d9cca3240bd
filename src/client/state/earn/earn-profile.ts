/** The earn profile of the user: XP, mining run and daily reward. */

import { api } from '../../../contract/api.ts'
import type { EarnProfileView } from '../../../contract/earn/views.ts'
import { perUser } from '../app/per-user.ts'
import { queryAtom } from '../app/query-atom.ts'
import { type Timed, timed } from '../app/server-time.ts'

export type EarnProfile = Timed<EarnProfileView>

const EVERY_MILLIS = 60_000

export const earnProfileOf = perUser(() => queryAtom((http) => timed(http(api.earnProfile)), EVERY_MILLIS))
