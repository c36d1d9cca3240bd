/** What a network derives from a public key of the signer: asked for until the signer answers. */

import { setTimeout as pause } from 'node:timers/promises'
import type { NetworkId } from '../../../contract/ids.ts'
import type { Log } from '../../runtime/log.ts'
import { AddressMismatch } from './address-mismatch.ts'

type OwnKeys<T> = {
  /** Undefined until the signer has answered, and on a closed network. */
  readonly value: T | undefined
  /** Why the network is closed, for operators: an own address is another one than before. */
  readonly closed: string | undefined
  close(reason: string): void
  /** Ends `close`. */
  open(): void
  start(): void
  stop(): Promise<void>
}

type OwnKeysDeps<T> = {
  readonly id: NetworkId
  readonly log: Log
  /** `AddressMismatch` closes the network; after every other error it is called again. */
  readonly read: (signal: AbortSignal) => Promise<T>
  readonly onRead: (value: T) => void
  readonly onFailure: (reason: string) => void
}

const RETRY_MILLIS = 500

export function openOwnKeys<T>({ id, log, read, onRead, onFailure }: OwnKeysDeps<T>): OwnKeys<T> {
  const stopping = new AbortController()
  const { signal } = stopping
  let value: T | undefined
  let closed: string | undefined
  let running: Promise<void> = Promise.resolve()

  function close(reason: string): void {
    if (closed !== undefined) return
    closed = reason
    log.error({ event: 'custody.address_mismatch', network: id, reason }, 'a network is closed')
  }

  async function run(): Promise<void> {
    while (!signal.aborted && closed === undefined && value === undefined) {
      try {
        value = await read(signal)
        onRead(value)
        return
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        if (error instanceof AddressMismatch) close(reason)
        else if (!signal.aborted) onFailure(reason)
      }
      await pause(RETRY_MILLIS, undefined, { signal }).catch(() => undefined)
    }
  }

  return {
    get value() {
      return closed === undefined ? value : undefined
    },
    get closed() {
      return closed
    },
    close,
    open() {
      closed = undefined
    },
    start() {
      running = run()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Why a network cannot work. `canRun`: of a play chain. */
export function obstacleOf(
  { closed }: Pick<OwnKeys<unknown>, 'closed'>,
  canRun: (() => boolean) | undefined,
): string | undefined {
  if (closed !== undefined) return 'a stored address of the exchange is wrong: npm run operator -- networks says why'
  return canRun?.() === false ? 'the play chain cannot run here' : undefined
}
