/** Whether orders are taken. It asks nobody: it must answer while the database is down. */

import type { HealthView } from '../../contract/views.ts'
import type { Config } from '../config.ts'
import type { Sequencer } from '../core/sequencer.ts'
import type { Projector } from '../projections/projector.ts'

export type HealthParts = {
  readonly config: Pick<Config, 'mode' | 'appName'>
  readonly sequencer: Sequencer
  readonly projector: Pick<Projector, 'seq' | 'isFull' | 'isFailing'>
}

const UNWRITTEN = 'the history cannot be written'

export function healthView({ config, sequencer, projector }: HealthParts): HealthView {
  const { trouble, seq, clockWarning } = sequencer
  const detail = projector.isFailing ? UNWRITTEN : clockWarning
  const about = { mode: config.mode, name: config.appName, seq, projection_lag: Math.max(0, seq - projector.seq) }
  if (trouble === undefined && (sequencer.isStalled || projector.isFull)) {
    const why = sequencer.isStalled ? 'the database does not answer' : UNWRITTEN
    return { status: 'unavailable', ...about, detail: why }
  }
  if (trouble === undefined) return { status: 'ok', ...about, ...(detail !== undefined && { detail }) }
  if (trouble === 'stopping') return { status: 'stopping', ...about }
  return { status: 'unavailable', ...about, detail: trouble }
}

export const startingView = ({ mode, appName: name }: Pick<Config, 'mode' | 'appName'>): HealthView => ({
  status: 'starting',
  mode,
  name,
  seq: 0,
  projection_lag: 0,
})
