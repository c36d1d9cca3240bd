import type { Millis } from '../contract/ids.ts'
import { closedIn, type Logged, logged, loggedBytes, type OrderView, readEvents } from './core.ts'
import type { Event } from './events.ts'
import type { Answer, Execution, Noted } from './execution.ts'
import type { State } from './state.ts'

/** What one command did. What happened to orders is in the log of the core, and becomes objects when it is asked for. */
export class Outcome {
  readonly answer: Answer
  /** The events of modules. */
  readonly noted: readonly Noted[]
  readonly #logged: Logged
  readonly #state: State
  readonly #at: Millis
  #events: readonly Event[] | undefined
  #closed: readonly OrderView[] | undefined

  constructor({ state, at, noted }: Execution, answer: Answer) {
    this.answer = answer
    this.noted = noted
    this.#logged = logged(state)
    this.#state = state
    this.#at = at
  }

  /** All events, in the order in which they happened. */
  get events(): readonly Event[] {
    this.#events ??= this.#read()
    return this.#events
  }

  /** Orders that the command closed, as they were when they closed. */
  get closed(): readonly OrderView[] {
    this.#closed ??= closedIn(this.#state, this.#logged, this.#at)
    return this.#closed
  }

  /** What happened to orders, as the core logged it: views of its memory, until the next command. */
  get bytes(): readonly Uint8Array[] {
    return loggedBytes(this.#logged)
  }

  #read(): readonly Event[] {
    const { noted } = this
    const events: Event[] = []
    let next = 0
    readEvents(this.#state, this.#logged, this.#at, (event, before) => {
      while (next < noted.length && noted[next]!.after <= before) events.push(noted[next++]!.event)
      events.push(event)
    })
    while (next < noted.length) events.push(noted[next++]!.event)
    return events
  }
}
