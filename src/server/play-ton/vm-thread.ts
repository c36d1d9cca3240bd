/** Calls the virtual machine in its thread. */

import { Worker } from 'node:worker_threads'
import { type BlockRequest, type GetMethodRequest, LAST, type Vm, VmCrashed } from './vm-calls.ts'

export type VmCall = { readonly id: number } & (
  | { readonly method: 'load'; readonly argument: Parameters<Vm['load']>[0] }
  | { readonly method: 'run'; readonly argument: BlockRequest }
  | { readonly method: 'get'; readonly argument: GetMethodRequest }
)

/** `crashedAt` as the index of `VmCrashed`; undefined if the machine can still be used. */
export type VmAnswer = { readonly id: number } & (
  | { readonly result: unknown }
  | { readonly error: string; readonly crashedAt: number | null | undefined }
)

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never

/** As `Vm`. Every call fails with `VmEnded` when the thread has ended. */
export type VmThread = {
  load(accounts: Parameters<Vm['load']>[0]): Promise<void>
  run: Vm['run']
  get: Vm['get']
  /** Rejects with the reason when the thread ends. */
  readonly ended: Promise<never>
  /** Waits for a running call, not longer than `STOP_MILLIS`. */
  stop(): Promise<void>
}

export class VmEnded extends Error {
  override readonly name = 'VmEnded'
}

/** Nothing takes so long: a block is limited by its gas. */
const CALL_MILLIS = 60_000
/** Shorter than the time that the server has to stop. */
const STOP_MILLIS = 3_000

type Pending = PromiseWithResolvers<unknown> & { readonly timer: NodeJS.Timeout }

export function startVm(): VmThread {
  const worker = new Worker(new URL('vm-worker.ts', import.meta.url))
  const pending = new Map<number, Pending>()
  const ended = Promise.withResolvers<never>()
  ended.promise.catch(() => undefined)
  let lastId = 0
  let reason: VmEnded | undefined

  function end(message: string): void {
    reason ??= new VmEnded(message)
    ended.reject(reason)
    for (const { reject, timer } of pending.values()) {
      clearTimeout(timer)
      reject(reason)
    }
    pending.clear()
  }

  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.on('error', (error) => end(`the thread of the virtual machine failed: ${error.message}`))
  worker.on('exit', () => end('the thread of the virtual machine ended'))
  worker.on('message', (answer: VmAnswer) => {
    const call = pending.get(answer.id)
    if (call === undefined) return
    pending.delete(answer.id)
    clearTimeout(call.timer)
    if ('result' in answer) call.resolve(answer.result)
    else
      call.reject(
        answer.crashedAt === undefined ? new Error(answer.error) : new VmCrashed(answer.crashedAt, answer.error),
      )
  })

  function call(request: WithoutId<VmCall>): Promise<unknown> {
    if (reason !== undefined) return Promise.reject(reason)
    const id = ++lastId
    const timer = setTimeout(() => {
      end('the virtual machine did not answer in time')
      void worker.terminate()
    }, CALL_MILLIS)
    const result = { ...Promise.withResolvers<unknown>(), timer }
    pending.set(id, result)
    worker.postMessage({ ...request, id })
    return result.promise
  }

  return {
    ended: ended.promise,
    load: async (argument) => void (await call({ method: 'load', argument })),
    run: async (argument) => (await call({ method: 'run', argument })) as Awaited<ReturnType<Vm['run']>>,
    get: async (argument) => (await call({ method: 'get', argument })) as Awaited<ReturnType<Vm['get']>>,
    async stop() {
      end('the virtual machine was stopped')
      // Terminating a thread in the middle of its work can end the whole process: https://github.com/nodejs/node/issues/38418
      worker.postMessage(LAST)
      const timer = setTimeout(() => void worker.terminate(), STOP_MILLIS)
      await exited
      clearTimeout(timer)
    },
  }
}
