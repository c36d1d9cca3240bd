import { useAtomValue } from 'jotai'
import { monotonicAtom } from '../../state/app/clock.ts'
import { serverTimeOf, type Timed } from '../../state/app/server-time.ts'

/** The server's time, updated once a second, in milliseconds since 1970. */
export const useServerTime = (timed: Timed<{ readonly server_time: string }>): number =>
  serverTimeOf(timed, useAtomValue(monotonicAtom))
