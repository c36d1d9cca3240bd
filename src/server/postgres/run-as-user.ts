// PostgreSQL refuses to run as root, so under root it runs as nobody, and the cluster's folder belongs to nobody.
// Clones often live below a folder closed to others (root's home, a folder made by mktemp). There nobody may keep one
// power of root, passing closed folders, and loses it with the process.
import { spawnSync } from 'node:child_process'
import { chownSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const nobody = 65_534
/** Where setpriv, and the shell that initdb needs, are on every system. */
export const systemPath = '/usr/sbin:/usr/bin:/sbin:/bin'

export type Command = { readonly file: string; readonly args: readonly string[]; readonly ids: Ids }
type Ids = { readonly uid: number; readonly gid: number } | Record<string, never>

const areRoot = (): boolean => process.getuid?.() === 0

/** The user that owns the cluster's folder. */
export const ownerId = (): number => (areRoot() ? nobody : (process.getuid?.() ?? -1))

export function giveToOwner(folder: string): void {
  if (areRoot()) chownSync(folder, nobody, nobody)
}

/** How to start `file` as the owner, when it has to reach these paths. */
export function asOwner(file: string, args: readonly string[], reach: readonly string[]): Command {
  if (!areRoot()) return { file, args, ids: {} }
  const closed = [file, ...reach].map(closedParent).find((folder) => folder !== undefined)
  if (closed === undefined) return { file, args, ids: { uid: nobody, gid: nobody } }
  if (spawnSync('setpriv', ['--version']).status !== 0) {
    throw new Error(
      `${closed} is closed to other users and setpriv (util-linux) is absent, so PostgreSQL, which does not run as ` +
        `root, cannot reach its files: open the folder (chmod o+x), or set DATA_DIR or DATABASE_URL`,
    )
  }
  const drop = ['--reuid', `${nobody}`, '--regid', `${nobody}`, '--clear-groups']
  const keep = ['--inh-caps', '-all,+dac_override', '--ambient-caps', '-all,+dac_override']
  const bound = ['--bounding-set', '-all,+dac_override']
  // initdb asks access(2) whether its neighbours can be run, and without this bit access(2) ignores what was kept.
  const honest = ['--securebits', '+no_setuid_fixup']
  return { file: 'setpriv', args: [...drop, ...keep, ...bound, ...honest, '--', file, ...args], ids: {} }
}

/** The nearest folder above `path` that others cannot pass. */
function closedParent(path: string): string | undefined {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return folder
    if (folder === dirname(folder)) return undefined
  }
}
