/** The thread of the virtual machine ends by itself: Node can crash when it terminates one that is working. */

import { expect, test } from 'vitest'
import { startVm } from '../../../src/server/play-ton/vm-thread.ts'

test('The thread of a virtual machine that is stopped during a call ends after the call, and is not terminated', async () => {
  // One that is terminated ends with 1.
  const exitCode = new Promise<number>((resolve) => {
    process.once('worker', (worker) => worker.once('exit', resolve))
  })
  const vm = startVm()
  await vm.load([])
  const [call, stopped] = [vm.load([]), vm.stop()]
  await expect(call).rejects.toThrow('the virtual machine was stopped')
  await stopped
  expect(await exitCode).toBe(0)
  await expect(vm.load([])).rejects.toThrow('the virtual machine was stopped')
})
