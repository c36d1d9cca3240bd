/** Where the keys of an exchange are when it is backed up, and how old its signer is after a restore. */

import { networksOf, type State } from '../../engine/exchange.ts'
import type { Counters } from '../../signer/protocol.ts'
import type { BackupKeys } from '../backup/format.ts'
import { readManifestFile } from '../backup/manifest-file.ts'
import { signerLag, walletBooks } from '../custody/base/signer-lag.ts'
import { signerClient } from '../custody/signer/signer-client.ts'
import type { Config } from '../runtime/config.ts'
import { systemClock } from '../runtime/system-clock.ts'

/** What the operator said: a manifest, that there is none, or nothing. */
export type KeysOption = { readonly type: 'manifest'; readonly file: string } | { readonly type: 'without' } | undefined

type Signer = Config['signer']

const MISSING = `The keys of a live exchange are not in its backup. Run "npm run signer -- backup FILE" as the user of the signer, then
add --signer FILE.manifest here, or --without-signer.`
const NO_SIGNER =
  'the manifest is compared with the signer: set MODE=live, SIGNER_SOCKET or SIGNER_URL, and SIGNER_TOKEN as for the server'

/** `mode`: of the database. Throws with the reason if the option does not belong to the mode, or the manifest is not valid. */
export async function keysOf(mode: string | undefined, option: KeysOption, signer: Signer): Promise<BackupKeys> {
  if (mode !== 'live') {
    if (option !== undefined)
      throw new Error('with play money the backup contains the keys: leave --signer and --without-signer out')
    return { type: 'included' }
  }
  if (option === undefined) throw new Error(MISSING)
  if (option.type === 'without') return { type: 'none' }
  if (signer === undefined || signer.type === 'child') throw new Error(NO_SIGNER)
  const key = await signerClient(signer).manifestKey()
  const { time, nonces } = readManifestFile(option.file, { key, now: systemClock().now() })
  return { type: 'manifest', time, nonces }
}

export function keysText(keys: BackupKeys): string {
  if (keys.type === 'included') return 'keys: included'
  return keys.type === 'none'
    ? 'keys: NOT included, and without a backup of the signer'
    : `keys: in the backup of the signer of ${new Date(keys.time).toISOString()}`
}

/** Sentences about the signer that runs now; if it cannot be asked, about its backup that belongs to the restored one. */
export async function signerReport(
  read: <T>(select: (state: State) => T) => Promise<T>,
  keys: BackupKeys,
  signer: Signer,
): Promise<readonly string[]> {
  if (keys.type === 'included') return []
  const running = signer === undefined || signer.type === 'child' ? undefined : await noncesOf(signer)
  const nonces = running ?? (keys.type === 'manifest' ? keys.nonces : undefined)
  if (nonces === undefined) return ['The signer cannot be asked, so it is not known how old it is.', NEXT]
  const which = running === undefined ? `the backup of the signer of ${dateOf(keys)}` : 'the signer'
  return [...(await read((state) => agesOf(state, nonces, which))), NEXT]
}

const NEXT = `The networks stay paused. When the signer runs, create an empty file "recovery" in SIGNER_DIR, then run
"npm run operator -- reconcile CODE" for each network.`

const dateOf = (keys: BackupKeys): string => (keys.type === 'manifest' ? new Date(keys.time).toISOString() : '')

const noncesOf = (signer: Parameters<typeof signerClient>[0]): Promise<Counters['nonces'] | undefined> =>
  signerClient(signer)
    .counters()
    .then(
      ({ nonces }) => nonces,
      () => undefined,
    )

const agesOf = (state: State, nonces: Counters['nonces'], which: string): string[] =>
  networksOf(state).flatMap((info) => {
    const { missing, unknown } = signerLag(walletBooks(state, info), info, nonces)
    const place = `${info.network.name}: ${which}`
    const older = `${place} is older than the restored exchange. Payments that its journal lacks: ${missing}.`
    const newer = `${place} is newer than the restored exchange. Payments that it has signed since: ${unknown}.`
    if (missing === 0 && unknown === 0) return [`${place} is as old as the restored exchange.`]
    return [...(missing > 0 ? [older] : []), ...(unknown > 0 ? [newer] : [])]
  })
