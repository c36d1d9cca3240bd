// PostgreSQL refuses to run as root, so under root it runs as the user `nobody`, who owns the cluster's folder. If that
// folder is below one that other users cannot enter (root's home, a folder of mktemp), PostgreSQL keeps the capability
// CAP_DAC_OVERRIDE, which lets it pass such folders.
import { spawnSync } from 'node:child_process'
import { chownSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const nobodyId = 65_534
/** Contains setpriv and the shell that initdb needs. */
export const systemPath = '/usr/sbin:/usr/bin:/sbin:/bin'

type Command = { readonly file: string; readonly args: readonly string[]; readonly ids: Ids }
type Ids = { readonly uid: number; readonly gid: number } | Record<string, never>

const isRoot = (): boolean => process.getuid?.() === 0

/** The user that owns the cluster's folder. */
export const ownerId = (): number => (isRoot() ? nobodyId : (process.getuid?.() ?? -1))

export function giveToOwner(folder: string): void {
  if (isRoot()) chownSync(folder, nobodyId, nobodyId)
}

/** The command that starts `file` as the owner of the cluster, with access to the paths in `reach`. */
export function asOwner(file: string, args: readonly string[], reach: readonly string[]): Command {
  if (!isRoot()) return { file, args, ids: {} }
  const closed = [file, ...reach].map(closedParent).find((folder) => folder !== undefined)
  if (closed === undefined) return { file, args, ids: { uid: nobodyId, gid: nobodyId } }
  if (spawnSync('setpriv', ['--version']).status !== 0) {
    throw new Error(
      `${closed} cannot be entered by other users and setpriv (util-linux) is not installed, so PostgreSQL, which ` +
        `does not run as root, cannot access its files: run chmod o+x, or set DATA_DIR or DATABASE_URL`,
    )
  }
  const drop = ['--reuid', `${nobodyId}`, '--regid', `${nobodyId}`, '--clear-groups']
  const keep = ['--inh-caps', '-all,+dac_override', '--ambient-caps', '-all,+dac_override']
  const bound = ['--bounding-set', '-all,+dac_override']
  // initdb checks its binaries with access(2), which ignores the kept capability without this bit.
  const securebits = ['--securebits', '+no_setuid_fixup']
  return { file: 'setpriv', args: [...drop, ...keep, ...bound, ...securebits, '--', file, ...args], ids: {} }
}

/** The nearest folder above `path` that others cannot pass. */
function closedParent(path: string): string | undefined {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return folder
    if (folder === dirname(folder)) return undefined
  }
}
