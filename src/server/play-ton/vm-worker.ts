/** The virtual machine in a thread of its own, so that trading does not wait for contracts. */

import { parentPort } from 'node:worker_threads'
import { openVm } from './vm.ts'
import { LAST, VmCrashed } from './vm-calls.ts'
import type { VmAnswer, VmCall } from './vm-thread.ts'

const port = parentPort
if (port === null) throw new Error('the virtual machine runs in a worker thread')

const vm = openVm()

async function answer({ id, method, argument }: VmCall): Promise<VmAnswer> {
  try {
    const machine = await vm
    if (method === 'run') return { id, result: await machine.run(argument) }
    if (method === 'get') return { id, result: await machine.get(argument) }
    return { id, result: machine.load(argument) }
  } catch (error) {
    const crashedAt = error instanceof VmCrashed ? error.index : undefined
    return { id, error: error instanceof Error ? error.message : String(error), crashedAt }
  }
}

// One after the other: each waits for the one before it.
let last: Promise<unknown> = vm
port.on('message', (call: VmCall | typeof LAST) => {
  last = last.then(async () => {
    if (call === LAST) return port.close()
    const reply = await answer(call)
    port.postMessage(reply)
    // An answer that was posted still arrives.
    if ('error' in reply && reply.crashedAt !== undefined) setImmediate(() => process.exit(1))
  })
})
