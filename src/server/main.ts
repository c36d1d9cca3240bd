/** The process of the server: its settings, its signals, and how it ends. */

import { startExchange } from './exchange.ts'
import { readConfig } from './runtime/config.ts'
import { openServerLog } from './runtime/log.ts'
import { settledWithin } from './runtime/settled-within.ts'
import { systemClock } from './runtime/system-clock.ts'
import { StoppedWaiting } from './standby/wait-to-lead.ts'
import { failureText, isForOperator } from './start-failure.ts'

/** How long the message with the address waits for the play chains. */
const SETTLE_MILLIS = 60_000

async function run(): Promise<void> {
  const config = readConfig(undefined, process.argv.slice(2))
  const log = openServerLog(config.logLevel)
  const exitAfter = (error: unknown): void => {
    if (error instanceof StoppedWaiting || isForOperator(error)) exitWith(error)
    log.fatal({ event: 'process.failed', err: error }, 'exiting: balances may be inconsistent after this error')
    process.exit(1)
  }
  process.on('uncaughtException', exitAfter)
  process.on('unhandledRejection', exitAfter)

  const stopping = new AbortController()
  const demoTraders = config.mode === 'play' ? 'trading' : 'absent'
  const starting = startExchange(config, { clock: systemClock(), log, demoTraders, stopping: stopping.signal })
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (stopping.signal.aborted) return
      stopping.abort()
      setTimeout(() => {
        log.error({ event: 'process.stop_timeout' }, `the stop took longer than ${config.stopMillis / 1_000} s`)
        process.exit(1)
      }, config.stopMillis).unref()
      starting.then(({ stop }) => stop()).then(() => process.exit(0), exitAfter)
    })
  const { address, settled } = await starting
  // Last, where a person looks for it.
  await settledWithin([settled], SETTLE_MILLIS)
  if (stopping.signal.aborted) return
  const money = config.mode === 'play' ? ' with play money' : ''
  process.stdout.write(`${config.appName} is open at ${address}${money}\n`)
}

/** A process that was stopped while it waited has no error. */
function exitWith(error: unknown): never {
  if (error instanceof StoppedWaiting) process.exit(0)
  process.stderr.write(`${failureText(error)}\n`)
  process.exit(1)
}

if (import.meta.main) run().catch(exitWith)
