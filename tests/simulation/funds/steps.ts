/**
 * Every input and output of the code under test is a step. One step happens at a time, and the seed decides which: so all
 * orders are possible, and the same seed has the same order.
 */

import type { Random } from '../simulated-traders.ts'

/**
 * A process that is dead does no more steps and gets no more answers. One that was replaced has no connection to the database any
 * more, but still asks the signer and the chain.
 */
export type Owner = { isAlive: boolean; isReplaced: boolean }

export type Service = 'chain' | 'signer' | 'database' | 'journal'

type Step = {
  readonly owner: Owner
  readonly service: Service
  readonly notBefore: number
  readonly effect: () => unknown
  readonly failure: () => Error
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

export type Steps = ReturnType<typeof openSteps>

/** How often a request is lost, an answer is lost, or both come late. */
type Faults = { readonly request: number; readonly answer: number; readonly stall: number }
const FAULTS: Readonly<Record<Service, Faults>> = {
  chain: { request: 0.01, answer: 0.005, stall: 0.01 },
  signer: { request: 0.02, answer: 0.02, stall: 0.02 },
  database: { request: 0.002, answer: 0.002, stall: 0.005 },
  journal: { request: 0.005, answer: 0.01, stall: 0.02 },
}
const MAX_STALL = 800
const CUT: readonly Service[] = ['database', 'journal']

const settled = (): Promise<void> => new Promise((wake) => setImmediate(wake))

export function openSteps(dice: Random, count: (name: string) => void) {
  let pending: Step[] = []
  let [now, isFaulty, trace] = [0, false, 0]
  const note = (text: string): void => {
    for (const character of text) trace = (Math.imul(trace, 31) + character.charCodeAt(0)) | 0
  }
  const happens = (service: Service, fault: keyof Faults): boolean => {
    if (!isFaulty || dice() >= FAULTS[service][fault]) return false
    count(`${service}: ${fault === 'stall' ? 'stalls' : `${fault}s lost`}`)
    return true
  }

  async function perform({ owner, service, effect, failure, resolve, reject }: Step): Promise<void> {
    if (owner.isReplaced && CUT.includes(service)) return reject(failure())
    if (happens(service, 'request')) return reject(failure())
    try {
      const result = await effect()
      if (!owner.isAlive) return
      if (happens(service, 'answer')) reject(failure())
      else resolve(result)
    } catch (error) {
      if (owner.isAlive) reject(error)
    }
  }

  /** One step that is due; false if none is. */
  async function next(): Promise<boolean> {
    now += 1
    const due = pending.filter(({ notBefore }) => notBefore <= now)
    const step = due[Math.floor(dice() * due.length)]
    if (step === undefined) return false
    pending = pending.filter((each) => each !== step)
    note(step.service)
    await perform(step)
    await settled()
    return true
  }

  return {
    take<T>(owner: Owner, service: Service, failure: () => Error, effect: () => T | Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        if (!owner.isAlive) return
        const stall = happens(service, 'stall') ? Math.floor(dice() ** 3 * MAX_STALL) : 0
        const done = resolve as (value: unknown) => void
        pending.push({ owner, service, notBefore: now + stall, effect, failure, resolve: done, reject })
      })
    },
    next,
    /** Steps until the work is done, also while none is due for a moment. */
    async until(work: Promise<unknown>, onStep: () => void): Promise<void> {
      let isDone = false
      const end = (): void => {
        isDone = true
      }
      work.then(end, end)
      while (!isDone)
        if (await next()) onStep()
        else await settled()
      await work
    },
    settled,
    note,
    get trace() {
      return trace
    },
    /** The process was killed: what it asked for happens or not. */
    async end(owner: Owner): Promise<void> {
      owner.isAlive = false
      const left = pending.filter((step) => step.owner === owner)
      pending = pending.filter((step) => step.owner !== owner)
      for (const { effect } of left)
        if (dice() < 0.5)
          try {
            await effect()
          } catch {
            // Nothing waits for the answer.
          }
      await settled()
    },
    /** Another process leads: what this one has asked the database for happens now or never, and gets no answer. */
    async replace(owner: Owner): Promise<void> {
      const left = pending.filter((step) => step.owner === owner && CUT.includes(step.service))
      for (const { effect } of left)
        if (dice() < 0.5)
          try {
            await effect()
          } catch {
            // The answer is lost.
          }
      owner.isReplaced = true
      await settled()
    },
    /** Without faults at first. Later without faults: what is late comes now. */
    setFaulty(faulty: boolean): void {
      isFaulty = faulty
      if (!faulty) pending = pending.map((step) => ({ ...step, notBefore: 0 }))
    },
  }
}
