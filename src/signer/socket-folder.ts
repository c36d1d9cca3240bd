/** The folder of a socket that the members of a group may use. They can open the socket, and change nothing in the folder. */

import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { BadSignerSetting } from './settings.ts'

type SharedSocket = { readonly path: string; readonly gid: number }

/**
 * Gives the folder the group and mode 0710; creates it if its parent exists. `folder`: SIGNER_DIR, which exists. Throws
 * `BadSignerSetting` if the socket would be inside it, or the folder of the socket has another owner or other content.
 */
export function openSocketFolder(socket: string, folder: string, group: string): SharedSocket {
  const gid = gidOf(group)
  const parent = dirname(socket)
  const shared = existsSync(parent) ? realpathSync(parent) : join(realpathSync(dirname(parent)), basename(parent))
  if (isBelow(realpathSync(folder), shared))
    throw new BadSignerSetting(
      `SIGNER_SOCKET must be outside SIGNER_DIR, because SIGNER_GROUP cannot enter it: ${socket} is inside ${folder}`,
    )
  if (!existsSync(shared)) mkdirSync(shared, { mode: 0o700 })
  // By its handle: a link that takes the place of the folder meanwhile changes no other folder.
  const handle = openSync(shared, constants.O_DIRECTORY | constants.O_NOFOLLOW)
  try {
    if (fstatSync(handle).uid !== ownUser())
      throw new BadSignerSetting(`the folder of SIGNER_SOCKET must belong to the user that runs the signer: ${shared}`)
    const others = readdirSync(shared).filter((name) => name !== basename(socket))
    if (others.length > 0)
      throw new BadSignerSetting(`the folder of SIGNER_SOCKET must contain nothing else: ${shared} has ${others[0]}`)
    fchmodSync(handle, 0o700)
    giveToGroup(handle, gid, group)
    fchmodSync(handle, 0o710)
  } finally {
    closeSync(handle)
  }
  return { path: join(shared, basename(socket)), gid }
}

const ownUser = (): number => process.getuid?.() ?? 0

/** Only members of the group, and root, can give it what they own. */
function giveToGroup(handle: number, gid: number, group: string): void {
  try {
    fchownSync(handle, ownUser(), gid)
  } catch {
    throw new BadSignerSetting(`SIGNER_GROUP: the user that runs the signer is not a member of the group ${group}`)
  }
}

const isBelow = (folder: string, path: string): boolean => !/^\.\.(\/|$)/.test(relative(folder, path))

const GROUPS = '/etc/group'

function gidOf(group: string): number {
  if (/^\d{1,9}$/.test(group)) return Number(group)
  const lines = existsSync(GROUPS) ? readFileSync(GROUPS, 'utf8').split('\n') : []
  const gid = lines.map((line) => line.split(':')).find(([name]) => name === group)?.[2]
  if (gid === undefined)
    throw new BadSignerSetting(`SIGNER_GROUP: ${GROUPS} has no group ${group}; a number can be given too`)
  return Number(gid)
}
