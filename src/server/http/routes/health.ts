/** Whether orders are taken. Reads memory only, so that it answers while the database is down. */

import type { HealthView } from '../../../contract/api.ts'
import type { Projector } from '../../read-models/projector.ts'
import type { Config } from '../../runtime/config.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'

export type HealthDeps = {
  readonly config: Pick<Config, 'mode' | 'appName'>
  readonly sequencer: Sequencer
  readonly clocks: readonly { readonly warning: string | undefined }[]
  readonly projector: Pick<Projector, 'seq' | 'isFull' | 'isFailing'>
  /** Their names. Orders are taken without them. */
  readonly unavailableNetworks: readonly string[]
}

const HISTORY_FAILS = 'the history cannot be written'

export function healthView({ config, sequencer, clocks, projector, unavailableNetworks }: HealthDeps): HealthView {
  const { unavailableReason, seq } = sequencer
  const detail = projector.isFailing
    ? HISTORY_FAILS
    : (clocks.map(({ warning }) => warning).find((warning) => warning !== undefined) ??
      networksText(unavailableNetworks))
  const about = { mode: config.mode, name: config.appName, seq, projection_lag: seq - projector.seq }
  if (unavailableReason === undefined && (sequencer.isStalled || projector.isFull)) {
    const reason = sequencer.isStalled ? 'the database does not answer' : HISTORY_FAILS
    return { status: 'unavailable', ...about, detail: reason }
  }
  if (unavailableReason === undefined) return { status: 'ok', ...about, ...(detail !== undefined && { detail }) }
  if (unavailableReason === 'stopping') return { status: 'stopping', ...about }
  return { status: 'unavailable', ...about, detail: unavailableReason }
}

const networksText = (names: readonly string[]): string | undefined =>
  names.length === 0 ? undefined : `not available: ${names.join(', ')}`

export const startingView = ({ mode, appName: name }: Pick<Config, 'mode' | 'appName'>): HealthView => ({
  status: 'starting',
  mode,
  name,
  seq: 0,
  projection_lag: 0,
})
