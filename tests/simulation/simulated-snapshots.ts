/** A shelf for simulations: some snapshots are lost, some come back broken, and a process may die while taking one. */

import type { SnapshotHead, SnapshotStore } from '../../src/server/core/snapshots.ts'
import { changed } from './simulated-journal.ts'
import type { Dice } from './simulated-traders.ts'

export type Shelf = {
  /** For one process, as long as it lives. */
  open(isAlive: () => boolean): SnapshotStore
  readonly counts: { kept: number; broken: number; cutOff: number; read: number }
}

type Kept = { readonly head: SnapshotHead; readonly chunks: readonly Buffer[] }

/** `placeOf` tells the last command in the table of the past: what is ahead of it is not used. */
export function simulatedShelf(dice: Dice, placeOf: () => number): Shelf {
  let kept: Kept[] = []
  const shelf: Shelf = { open, counts: { kept: 0, broken: 0, cutOff: 0, read: 0 } }

  function open(isAlive: () => boolean): SnapshotStore {
    const live = (): void => {
      if (isAlive()) return
      shelf.counts.cutOff += 1
      throw new Error('died')
    }
    return {
      heads: async () => kept.map(({ head }) => head),
      async *chunks(batch) {
        shelf.counts.read += 1
        yield* kept.find(({ head }) => head.batch === batch)?.chunks ?? []
      },
      async save(head, chunks) {
        const collected: Buffer[] = []
        for await (const chunk of chunks) {
          live()
          collected.push(chunk)
        }
        const roll = dice()
        if (roll < 0.1) throw new Error('lost')
        const snapshot = roll < 0.2 ? broken({ head, chunks: collected }, dice) : { head, chunks: collected }
        shelf.counts[roll < 0.2 ? 'broken' : 'kept'] += 1
        kept = [snapshot, ...kept.filter((other) => other.head.batch !== head.batch)]
        kept.sort((a, b) => b.head.batch - a.head.batch)
        const usable = kept.filter((other) => other.head.seq <= placeOf()).slice(0, 2)
        kept = kept.filter((other, index) => index < 2 || usable.includes(other))
      },
    }
  }
  return shelf
}

function broken({ head, chunks }: Kept, dice: Dice): Kept {
  const roll = dice()
  if (roll < 0.2) return { head: { ...head, version: head.version + 1 }, chunks }
  if (roll < 0.4) return { head: { ...head, rowHash: changed(head.rowHash, dice) }, chunks }
  if (roll < 0.6) return { head: { ...head, stateHash: changed(head.stateHash, dice) }, chunks }
  const place = Math.floor(dice() * chunks.length)
  if (roll < 0.8) return { head, chunks: chunks.filter((_, index) => index !== place) }
  return { head, chunks: chunks.map((chunk, index) => (index === place ? changed(chunk, dice) : chunk)) }
}
