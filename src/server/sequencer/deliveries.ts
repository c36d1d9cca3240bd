/** Delivers committed batches to the listeners: in order, each command once. */

import type { Seq } from '../../contract/ids.ts'
import type { State } from '../../engine/exchange.ts'
import type { ExecutedCommand } from './execute-batch.ts'

export type Listener = {
  /** A committed batch and the state right after it. A start also delivers batches since the last delivered one. */
  onCommitted(batch: readonly ExecutedCommand[], state: State): void
  /** No batch is executed until the promise resolves; undefined if the listener is ready. */
  backpressure?(): Promise<unknown> | undefined
  /** The state was dropped and recovered: what was read before may be older than the state now. */
  onRecovered?(): void
}

export class Deliveries {
  readonly #listeners: Listener[] = []
  readonly #stopping: Promise<void>
  /** The last delivered command. */
  lastSeq: Seq = 0

  /** `stopping` ends the wait for slow listeners. */
  constructor(stopping: Promise<void>) {
    this.#stopping = stopping
  }

  add(listener: Listener): void {
    this.#listeners.push(listener)
  }

  publish(batch: readonly ExecutedCommand[], state: State): void {
    this.lastSeq = batch.at(-1)?.seq ?? this.lastSeq
    for (const listener of this.#listeners) listener.onCommitted(batch, state)
  }

  /** During recovery: delivers what was not delivered yet, and waits for the slowest listener. */
  async publishAgain(batch: readonly ExecutedCommand[], state: State): Promise<void> {
    const undelivered = batch.filter(({ seq }) => seq > this.lastSeq)
    if (undelivered.length === 0) return
    this.publish(undelivered, state)
    await this.waitForListeners()
  }

  async waitForListeners(): Promise<void> {
    for (const listener of this.#listeners) {
      const ready = listener.backpressure?.()
      if (ready !== undefined) await Promise.race([ready, this.#stopping])
    }
  }

  onRecovered(): void {
    for (const listener of this.#listeners) listener.onRecovered?.()
  }
}
