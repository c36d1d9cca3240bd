/** Sumsub if it is configured; else the page of the play provider with play money, and nothing with real money. */

import type { Clock } from '../runtime/clock.ts'
import type { Config } from '../runtime/config.ts'
import type { Log } from '../runtime/log.ts'
import { openPlayProvider, type PlayProvider } from './play-provider.ts'
import type { VerificationProvider } from './provider.ts'
import { openSumsub } from './sumsub.ts'

export type OpenedProvider = {
  readonly provider: VerificationProvider | undefined
  /** The same provider, if it is the one of play mode. */
  readonly play: PlayProvider | undefined
}

const HINT = 'set SUMSUB_APP_TOKEN, SUMSUB_SECRET_KEY, SUMSUB_WEBHOOK_SECRET and SUMSUB_LEVEL'

export function openProvider(
  { sumsub, mode }: Pick<Config, 'sumsub' | 'mode'>,
  clock: Clock,
  log: Log,
): OpenedProvider {
  if (sumsub !== undefined)
    return { provider: openSumsub({ settings: sumsub, acceptsSandbox: mode === 'play', clock, log }), play: undefined }
  if (mode === 'play') {
    const play = openPlayProvider(clock)
    return { provider: play, play }
  }
  log.info({ event: 'verification.unavailable', hint: HINT }, 'no identity check')
  return { provider: undefined, play: undefined }
}
