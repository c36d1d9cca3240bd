/** Who has money: users by their ids, and houses by their names. */

import type { UserId } from '../../contract/ids.ts'
import { expectDefined } from '../assert.ts'
import { mayBeNegative as mayOwe, type Owner } from '../postings.ts'
import { STRIDE } from './handles.ts'
import { NONE, type OwnerHandle, type Records } from './records.ts'

export type Owners = ReturnType<typeof openOwners>

export function openOwners({ owners }: Records) {
  const { handles, mayBeNegative, isAccount } = owners
  const byName = new Map<Owner, OwnerHandle>()
  /** By the place of the owner. */
  const names: Owner[] = []
  /** A command asks for its user several times. */
  let [lastName, last]: [Owner, OwnerHandle | typeof NONE] = ['world', NONE]

  function find(owner: Owner): OwnerHandle | typeof NONE {
    if (last === NONE || owner !== lastName) {
      last = byName.get(owner) ?? NONE
      lastName = owner
    }
    return last
  }

  function handleOf(owner: Owner): OwnerHandle {
    const known = find(owner)
    if (known !== NONE) return known
    const handle = handles.take()
    byName.set(owner, handle)
    names[handle / STRIDE] = owner
    mayBeNegative[handle] = mayOwe(owner) ? 1 : 0
    return handle
  }

  /** Of an account: it can place orders. */
  function openOwner(user: UserId): void {
    isAccount[handleOf(user)] = 1
  }

  function findAccount(user: UserId): OwnerHandle | typeof NONE {
    const owner = find(user)
    return owner === NONE || isAccount[owner] === 0 ? NONE : owner
  }

  return {
    openOwner,
    findAccount,
    /** Creates a new owner. */
    handleOf,
    find,
    nameOf: (handle: OwnerHandle): Owner => expectDefined(names[handle / STRIDE], 'an owner has a name'),
    /** In the order in which they came. */
    handles: (): Iterable<OwnerHandle> => byName.values(),
    names: (): Iterable<Owner> => byName.keys(),
  }
}
