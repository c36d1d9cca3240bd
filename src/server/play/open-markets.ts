import type { Millis } from '../../contract/ids.ts'
import { listCatalogue, listPoints } from '../markets/list-instruments.ts'
import type { Projector } from '../read-models/projector.ts'
import type { CommandClock } from '../runtime/command-clock.ts'
import type { Mode } from '../runtime/config.ts'
import type { Log } from '../runtime/log.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { backfillHistory, isBackfillOpen, startBackfill } from './backfill.ts'

type OpenMarketsDeps = {
  readonly sequencer: Sequencer
  readonly mode: Mode
  readonly projector: Pick<Projector, 'waitFor'>
  /** The clock that stamps commands. */
  readonly clock: CommandClock
  readonly now: Millis
  /** Days of history to create before the first start; 0 for none. */
  readonly backfillDays: number
  readonly seed: number
  readonly log: Log
}

/** How long the backfill waits for the read models. */
const PROJECTOR_TIMEOUT_MILLIS = 10_000
const DAY_MILLIS = 24 * 60 * 60 * 1_000

/**
 * With play money: lists the catalogue, and on the first start creates the history; continues a history that a crash
 * interrupted. With real money only the points are listed: operators list the rest.
 */
export async function openMarkets(deps: OpenMarketsDeps): Promise<void> {
  if (deps.mode === 'live') return listPoints(deps.sequencer)
  const { sequencer, projector, clock, now, backfillDays, seed, log } = deps
  const from = now - backfillDays * DAY_MILLIS
  if (backfillDays > 0 && sequencer.seq === 0) {
    clock.set(from)
    await startBackfill(sequencer)
  }
  const isBackfill = backfillDays > 0 && (await sequencer.read(isBackfillOpen))
  if (isBackfill) clock.set(from)
  await listCatalogue(sequencer)
  if (isBackfill) {
    const written = () => projector.waitFor(sequencer.seq, PROJECTOR_TIMEOUT_MILLIS)
    log.info({ event: 'backfill.started' }, 'creating a history of the markets, before the first start only')
    const onProgress = (percent: number): void =>
      log.info({ event: 'backfill.progress', percent }, `created ${percent} % of the history`)
    await backfillHistory({ sequencer, setClock: clock.set, now, seed, written, onProgress })
  }
  clock.reset()
}
