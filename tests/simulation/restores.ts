/** Backups of everything that the exchange stores, at random places of a run, and exchanges that are restored from them. */

import type { Clock } from '../../src/server/runtime/clock.ts'
import { Sequencer } from '../../src/server/sequencer/sequencer.ts'
import { quiet } from '../fixtures/silent-log.ts'
import type { SimulatedSigner } from './funds/simulated-signer.ts'
import type { RunTables } from './funds/simulated-tables.ts'
import type { SimulatedDisk } from './simulated-journal.ts'
import type { Random } from './simulated-traders.ts'

const GAP = 1_000_000_000
const MAX_GAPS = 50

type Parts = {
  readonly disk: SimulatedDisk
  readonly tables: RunTables
  readonly signer: SimulatedSigner
  /** Call the result to expect what was expected then. */
  readonly checks: { backup(): () => void }
  /** Users know from now on that what was answered after the command `seq` is lost. */
  readonly lose: (seq: number) => void
  readonly clock: Clock
  readonly dice: Random
  readonly count: (name: string) => void
}

export function openRestores({ disk, tables, signer, checks, lose, clock, dice, count }: Parts) {
  let load: (() => Promise<void>) | undefined
  const firstGap = Math.floor(dice() * MAX_GAPS)
  let restored = 0
  return {
    /** Most are old when they are needed. */
    async backup(): Promise<void> {
      if (load !== undefined && dice() < 0.7) return
      count('backups')
      const seq = disk.lastSeq
      const [loadRows, loadTables, expectEarlier] = [disk.backup(), await tables.backup(), checks.backup()]
      // The signer is read last.
      const loadSigner = signer.backup()
      load = async () => {
        loadRows()
        await loadTables()
        expectEarlier()
        lose(seq)
        if (dice() >= 0.5) return
        count('signers restored')
        loadSigner()
      }
    },
    get hasBackup(): boolean {
      return load !== undefined
    },
    /** While no process runs. One backup can be restored many times. */
    async restore(): Promise<void> {
      count('restores')
      await load?.()
      // Each another one, as gaps are outside of the simulation: otherwise two commands had the same number.
      await beginEpoch(disk, clock, GAP * (1 + ((firstGap + restored++) % MAX_GAPS)))
    },
  }
}

export async function beginEpoch(disk: SimulatedDisk, clock: Clock, gap: number): Promise<void> {
  const sequencer = new Sequencer({ openJournal: async () => disk.open(() => 'kept'), clock, log: quiet })
  await sequencer.start(0)
  await sequencer.submit({ type: 'begin-epoch', gap, reason: 'restored' }, () => undefined)
  await sequencer.stop()
}
