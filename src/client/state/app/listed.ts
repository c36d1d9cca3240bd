/** Lists that exist. What changes or clears them finds them here, so that it does not load the code of paged lists. */

import type { pagedList } from './paged-list.ts'

export type Listed = Pick<ReturnType<typeof pagedList>, 'changed' | 'clear'>

/** Notes a new list under its id, and returns it. */
export function listed<Id, List extends Listed>(lists: Map<Id, Listed>, id: Id, list: List): List {
  lists.set(id, list)
  return list
}
