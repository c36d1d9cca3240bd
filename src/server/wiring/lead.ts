/** The port, and with `STANDBY=on` the wait until this process may write. */

import { connectionLimits } from '../http/connection-limits.ts'
import { type HttpListener, openListener } from '../http/listener.ts'
import { standbyView, startingView } from '../http/routes/health.ts'
import { openOperatorSocket } from '../operator/operator-socket.ts'
import { openClients } from '../postgres/database.ts'
import { DatabaseTooNew, DataFormatChanged, missingMigrations } from '../postgres/migrate.ts'
import type { Queryable } from '../postgres/query.ts'
import type { Config } from '../runtime/config.ts'
import type { Log } from '../runtime/log.ts'
import type { WriterSession } from '../sequencer/writer-session.ts'
import { openAnchorFollower } from '../standby/follow-anchor.ts'
import { waitToLead } from '../standby/wait-to-lead.ts'

type LeadDeps = {
  readonly config: Config
  readonly log: Log
  readonly stopping?: AbortSignal | undefined
}

/**
 * The listener answers `/health` only, until it gets its handler. `session` has the writer's lock; undefined without a standby,
 * because the journal takes the lock then. While the process waits, operators can ask who leads.
 */
export async function openListenerAndLead(deps: LeadDeps, onListening: (listener: HttpListener) => void) {
  const { config, log } = deps
  let view = startingView(config)
  const listener = await openListener(config.host, config.port, () => view, connectionLimits(config, log))
  onListening(listener)
  if (config.standby === undefined) return { listener, session: undefined }
  let shown = ''
  const session = await wait(deps, config.standby.leaseMillis, {
    show(waitsFor) {
      if (waitsFor !== shown) log.info({ event: 'standby.waits', reason: waitsFor }, 'this process waits')
      shown = waitsFor
      view = standbyView(config, waitsFor)
    },
    shown: () => shown,
  })
  view = startingView(config)
  return { listener, session }
}

type Shown = { readonly show: (waitsFor: string) => void; readonly shown: () => string }

async function wait(
  { config, log, stopping }: LeadDeps,
  leaseMillis: number,
  { show, shown }: Shown,
): Promise<WriterSession> {
  const clients = await openClients({ ...config, log })
  const followAnchor = openAnchorFollower({ keys: config, log })
  const follow = async (db: Queryable): Promise<string | undefined> => {
    const notes = [await migrationNote(db), await followAnchor(db)].filter((note) => note !== undefined)
    return notes.length === 0 ? undefined : notes.join('; ')
  }
  const { dataDir } = config
  const execute = async () =>
    ({ ok: false, text: `this process is a standby and does nothing: ${shown()}`, outcome: 'refused' }) as const
  const operators = await openOperatorSocket({ dataDir, execute, log })
  try {
    return await waitToLead({ clients, leaseMillis, follow, show, log, stopping })
  } finally {
    await operators.stop()
  }
}

/** It changes no table while another process leads. */
async function migrationNote(db: Queryable): Promise<string | undefined> {
  try {
    const missing = await missingMigrations(db)
    return missing.length === 0 ? undefined : `this process would apply ${missing.join(', ')}`
  } catch (error) {
    if (error instanceof DatabaseTooNew || error instanceof DataFormatChanged) return error.message
    throw error
  }
}
