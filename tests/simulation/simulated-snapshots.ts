/** A simulated snapshot store: some snapshots are lost, some are damaged, and a process may be killed during a save. */

import type { SnapshotHead, SnapshotStore } from '../../src/server/sequencer/snapshots.ts'
import { flipBit } from './simulated-journal.ts'
import type { Random } from './simulated-traders.ts'

export type SimulatedSnapshots = {
  /** For one process, while it is alive. */
  open(isAlive: () => boolean): SnapshotStore
  /** Call the result to have the snapshots of now again. */
  backup(): () => void
  readonly counts: { saved: number; damaged: number; aborted: number; read: number }
}

type SavedSnapshot = { readonly head: SnapshotHead; readonly chunks: readonly Buffer[] }

/** `positionOf` returns the last command in the read model: newer snapshots are not used. */
export function simulatedSnapshots(dice: Random, positionOf: () => number): SimulatedSnapshots {
  let saved: SavedSnapshot[] = []
  function backup(): () => void {
    const kept = saved
    return () => {
      saved = kept
    }
  }
  const snapshots: SimulatedSnapshots = { open, backup, counts: { saved: 0, damaged: 0, aborted: 0, read: 0 } }

  function open(isAlive: () => boolean): SnapshotStore {
    const throwIfDead = (): void => {
      if (isAlive()) return
      snapshots.counts.aborted += 1
      throw new Error('died')
    }
    return {
      heads: async () => saved.map(({ head }) => head),
      async *chunks(batch) {
        snapshots.counts.read += 1
        yield* saved.find(({ head }) => head.batch === batch)?.chunks ?? []
      },
      async save(head, chunks) {
        const collected: Buffer[] = []
        for await (const chunk of chunks) {
          throwIfDead()
          collected.push(chunk)
        }
        const roll = dice()
        if (roll < 0.1) throw new Error('lost')
        const snapshot = roll < 0.4 ? damaged({ head, chunks: collected }, dice) : { head, chunks: collected }
        snapshots.counts[roll < 0.4 ? 'damaged' : 'saved'] += 1
        saved = [snapshot, ...saved.filter((other) => other.head.batch !== head.batch)]
        saved.sort((a, b) => b.head.batch - a.head.batch)
        const usable = saved.filter((other) => other.head.seq <= positionOf()).slice(0, 2)
        saved = saved.filter((other, index) => index < 2 || usable.includes(other))
      },
    }
  }
  return snapshots
}

function damaged({ head, chunks }: SavedSnapshot, dice: Random): SavedSnapshot {
  const roll = dice()
  if (roll < 0.2) return { head: { ...head, version: head.version + 1 }, chunks }
  if (roll < 0.4) return { head: { ...head, rowHash: flipBit(head.rowHash, dice) }, chunks }
  if (roll < 0.6) return { head: { ...head, stateHash: flipBit(head.stateHash, dice) }, chunks }
  const index = Math.floor(dice() * chunks.length)
  if (roll < 0.8) return { head, chunks: chunks.filter((_, each) => each !== index) }
  return { head, chunks: chunks.map((chunk, each) => (each === index ? flipBit(chunk, dice) : chunk)) }
}
