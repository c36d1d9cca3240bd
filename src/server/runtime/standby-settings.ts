/** The settings of a process that waits until it may write. */

import { addressesIn } from './database-address.ts'
import { BadSetting, type EnvironmentReader } from './setting-reader.ts'

/** `leaseMillis`: how long the process that writes may be silent until this one takes over. */
export type StandbySettings = { readonly leaseMillis: number }

const LEASE_MILLIS = 3_000
/** Beats come once a second. */
const SHORTEST_LEASE_MILLIS = 2_000

/** Undefined without `STANDBY=on`. `copies`: `JOURNAL_COPIES`. */
export function readStandbySettings(
  read: EnvironmentReader,
  mode: 'play' | 'live',
  copies: number,
): StandbySettings | undefined {
  const leaseMillis = read.integer('LEASE_MILLIS', SHORTEST_LEASE_MILLIS, 600_000)
  if (!read.boolean('STANDBY', false)) {
    if (leaseMillis !== undefined) throw new BadSetting('LEASE_MILLIS needs STANDBY=on')
    return undefined
  }
  const url = read.text('DATABASE_URL')
  if (url === undefined) throw new BadSetting('STANDBY=on needs DATABASE_URL: the processes share a database')
  if (addressesIn(url).length > 1 && copies < 2)
    throw new BadSetting(
      'STANDBY=on with several hosts in DATABASE_URL needs JOURNAL_COPIES=2: else two of them could be written at once',
    )
  if (addressesIn(url).some((each) => URL.canParse(each) && new URL(each).searchParams.has('application_name')))
    throw new BadSetting('DATABASE_URL must not contain application_name with STANDBY=on: it tells the processes apart')
  if (read.text('SECRET_KEY') === undefined)
    throw new BadSetting('STANDBY=on needs SECRET_KEY: the same one for all processes')
  if (read.text('DATA_DIR') === undefined)
    throw new BadSetting('STANDBY=on needs DATA_DIR: each process has a folder of its own')
  if (mode === 'play' && read.boolean('PLAY_CHAIN', true))
    throw new BadSetting('STANDBY=on needs PLAY_CHAIN=off with MODE=play: the play chains belong to one DATA_DIR')
  return { leaseMillis: leaseMillis ?? LEASE_MILLIS }
}
