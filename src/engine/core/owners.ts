/** Who has money: users by their ids, and houses by their names. */

import { expectDefined } from '../assert.ts'
import { mayBeNegative as mayOwe, type Owner } from '../postings.ts'
import { STRIDE } from './handles.ts'
import { NONE, type OwnerHandle, type Records } from './records.ts'

export type Owners = ReturnType<typeof openOwners>

export function openOwners({ owners }: Records) {
  const { handles, mayBeNegative } = owners
  const byName = new Map<Owner, OwnerHandle>()
  /** By the place of the owner. */
  const names: Owner[] = []

  function handleOf(owner: Owner): OwnerHandle {
    const known = byName.get(owner)
    if (known !== undefined) return known
    const handle = handles.take()
    byName.set(owner, handle)
    names[handle / STRIDE] = owner
    mayBeNegative[handle] = mayOwe(owner) ? 1 : 0
    return handle
  }

  return {
    /** Creates a new owner. */
    handleOf,
    find: (owner: Owner): OwnerHandle | typeof NONE => byName.get(owner) ?? NONE,
    nameOf: (handle: OwnerHandle): Owner => expectDefined(names[handle / STRIDE], 'an owner has a name'),
    /** In the order in which they came. */
    handles: (): Iterable<OwnerHandle> => byName.values(),
  }
}
