/** `DATABASE_URL`, which can name several hosts: `postgresql://user@a:5432,b:5432/name`. */

import { BadSetting, type EnvironmentReader } from './setting-reader.ts'

const SCHEMES = ['postgres:', 'postgresql:']

/** One address for each host, in their order. */
export function addressesIn(databaseUrl: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(databaseUrl) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [databaseUrl]
}

const isAddress = (address: string): boolean => URL.canParse(address) && SCHEMES.includes(new URL(address).protocol)

/** Undefined for the embedded database. */
export function readDatabaseUrl(read: EnvironmentReader): string | undefined {
  const value = read.text('DATABASE_URL')
  if (value === undefined) return undefined
  const addresses = addressesIn(value)
  // One host can be missing: a socket is named in the query.
  const isNamed = (address: string): boolean => addresses.length === 1 || new URL(address).hostname !== ''
  if (addresses.every((each) => isAddress(each) && isNamed(each))) return value
  throw new BadSetting(`DATABASE_URL must be a URL that starts with ${SCHEMES.join(' or ')}`)
}

/**
 * `JOURNAL_COPIES`: how many servers of PostgreSQL have a commit before it is answered. With 2 the journal is written only where a
 * synchronous standby is set.
 */
export function readJournalCopies(read: EnvironmentReader): number {
  const copies = read.integer('JOURNAL_COPIES', 1, 2) ?? 1
  if (copies > 1 && read.text('DATABASE_URL') === undefined)
    throw new BadSetting('JOURNAL_COPIES=2 needs DATABASE_URL: the embedded database has one copy')
  return copies
}
