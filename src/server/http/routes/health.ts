/** Whether orders are taken, and the state of each part. Reads memory only, so that it answers while the database is down. */

import type { FastifyInstance } from 'fastify'
import { type HealthView, health, type PartView } from '../../../contract/api.ts'
import type { Projector } from '../../read-models/projector.ts'
import type { Config } from '../../runtime/config.ts'
import type { HealthOfParts, PartHealth } from '../../runtime/part-health.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import { isoTime } from '../../wire/time.ts'

type HealthDeps = {
  readonly config: Pick<Config, 'mode' | 'appName'>
  readonly sequencer: Sequencer
  readonly clocks: readonly { readonly warning: string | undefined }[]
  readonly projector: Pick<Projector, 'seq' | 'isFull' | 'isFailing'>
  readonly parts: Pick<HealthOfParts, 'read'>
  /** The names of networks that do not work. Orders are taken without them. */
  readonly unavailableNetworks: () => readonly string[]
}

export type ServedHealth = Pick<HealthDeps, 'clocks' | 'parts'>

/**
 * With `strict` in the query, a part that fails makes the status 503 too. With `leads` the status is 200 until the process stops, also
 * while it waits for a database that moves: clients of a proxy have no other process to go to.
 */
export function serveHealth(app: FastifyInstance, deps: HealthDeps): void {
  app.get(health.path, async ({ query }, reply) => {
    const parts = deps.parts.read()
    const view = statusOf(deps, parts.get('database'))
    const isFailing =
      'strict' in (query as object) && Array.from(parts.values()).some(({ state }) => state === 'failing')
    const isOk = 'leads' in (query as object) ? view.status !== 'stopping' : view.status === 'ok' && !isFailing
    const shown: HealthView = { ...view, parts: Object.fromEntries(Array.from(parts, shownPart)) }
    return reply.code(isOk ? 200 : 503).send(shown)
  })
}

const shownPart = ([name, part]: readonly [string, PartHealth]): readonly [string, PartView] => [
  name,
  { state: part.state, since: isoTime(part.since), ...('reason' in part && { reason: part.reason }) },
]

export const HISTORY_FAILS = 'the history cannot be written'

function statusOf(
  { config, sequencer, clocks, projector, unavailableNetworks }: HealthDeps,
  database: PartHealth | undefined,
): HealthView {
  const { unavailableReason, seq } = sequencer
  const detail = projector.isFailing
    ? HISTORY_FAILS
    : (clocks.map(({ warning }) => warning).find((warning) => warning !== undefined) ??
      networksText(unavailableNetworks()))
  const about = { mode: config.mode, name: config.appName, seq, projection_lag: seq - projector.seq }
  if (unavailableReason === undefined && database?.state === 'failing')
    return { status: 'unavailable', ...about, detail: `the database: ${database.reason}` }
  if (unavailableReason === undefined && projector.isFull)
    return { status: 'unavailable', ...about, detail: HISTORY_FAILS }
  if (unavailableReason === undefined) return { status: 'ok', ...about, ...(detail !== undefined && { detail }) }
  if (unavailableReason === 'stopping') return { status: 'stopping', ...about }
  return { status: 'unavailable', ...about, detail: unavailableReason }
}

const networksText = (names: readonly string[]): string | undefined =>
  names.length === 0 ? undefined : `not available: ${names.join(', ')}`

/** `waitsFor`: who leads, or why nobody can. */
export const standbyView = (config: Pick<Config, 'mode' | 'appName'>, waitsFor: string): HealthView => ({
  ...startingView(config),
  status: 'standby',
  detail: waitsFor,
})

export const startingView = ({ mode, appName: name }: Pick<Config, 'mode' | 'appName'>): HealthView => ({
  status: 'starting',
  mode,
  name,
  seq: 0,
  projection_lag: 0,
})
