/** Faults of two servers of the exchange and three of PostgreSQL, of which one is written. */

import { setTimeout as sleep } from 'node:timers/promises'
import { promote, promoteCopy, startDatabases } from '../../src/tools/cluster/databases.ts'
import { DATABASES, type Place } from '../../src/tools/cluster/place.ts'
import { end, pidOf } from '../../src/tools/cluster/processes.ts'
import { childrenOf } from '../fixtures/child-processes.ts'
import type { CuttablePorts } from '../fixtures/cuttable-ports.ts'
import type { RunningServer } from '../fixtures/server-process.ts'

/** A server of the exchange. It reaches the databases through `network`. */
export type Machine = {
  readonly folder: string
  readonly port: number
  readonly network: CuttablePorts
  server: RunningServer
}

/** What follows when orders are taken again. */
type Sequel = () => unknown

export type Fault = {
  readonly name: string
  /** The exit code of the leader, when another one has to lead; undefined: the same one can go on. */
  readonly code: number | null | undefined
  begin(leader: Machine, place: Place): Sequel | Promise<Sequel>
}

const TWO_WRITTEN_MILLIS = 2_000
const WITHOUT_COPIES_MILLIS = 3_000
const nothing: Sequel = () => undefined

export const FAULTS: readonly Fault[] = [
  {
    name: 'leader killed',
    code: null,
    begin({ server }) {
      server.child.kill('SIGKILL')
      return nothing
    },
  },
  {
    name: 'leader hangs',
    code: 1,
    begin({ server }) {
      server.child.kill('SIGSTOP')
      return () => server.child.kill('SIGCONT')
    },
  },
  {
    name: 'leader stopped',
    code: 0,
    begin({ server }) {
      server.child.kill('SIGTERM')
      return nothing
    },
  },
  {
    name: 'leader cut off from the databases',
    code: 1,
    begin({ network }) {
      network.cut()
      return () => network.mend()
    },
  },
  {
    name: 'primary killed',
    code: undefined,
    async begin(_, place) {
      await promote(place)
      return () => startDatabases(place)
    },
  },
  {
    name: 'primary hangs, and goes on after a promotion',
    code: undefined,
    async begin(_, place) {
      const { primary } = place.content
      const postmaster = pidOf(place, primary) ?? 0
      const processes = [postmaster, ...childrenOf(postmaster)]
      const send = (signal: 'SIGSTOP' | 'SIGCONT'): void => {
        for (const pid of processes) process.kill(pid, signal)
      }
      send('SIGSTOP')
      await promoteCopy(place).catch((error: unknown) => {
        // Frozen, it could not be ended.
        send('SIGCONT')
        throw error
      })
      return async () => {
        send('SIGCONT')
        await sleep(TWO_WRITTEN_MILLIS)
        await end(place, primary, 'SIGKILL')
        await startDatabases(place)
      }
    },
  },
  {
    name: `both copies killed for ${WITHOUT_COPIES_MILLIS / 1_000} s`,
    code: undefined,
    async begin(_, place) {
      for (const name of DATABASES) if (name !== place.content.primary) await end(place, name, 'SIGKILL')
      await sleep(WITHOUT_COPIES_MILLIS)
      await startDatabases(place)
      return nothing
    },
  },
]
