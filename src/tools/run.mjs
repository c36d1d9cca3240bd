// `node src/tools/run.mjs FILE …`: runs a file with the Node of the project. Every npm script uses it, so that they work
// with whatever Node and npm the machine has. Signals and the exit code are passed on. Without FILE it only checks.
import { spawn } from 'node:child_process'
import { checkPlatform, fail, findNode } from './find-node.mjs'

const PARENT_CHECK_MILLIS = 1_000

checkPlatform()
const node = findNode()
if (process.argv.length === 2) process.exit(0)
const parent = process.ppid
let child
// Before the child starts: without a listener a signal would end only this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child?.kill(signal))

child = spawn(node, process.argv.slice(2), { stdio: 'inherit' })
child.on('error', ({ message }) => fail(`${node} does not run here: ${message}`))
child.on('exit', (code, signal) => {
  if (signal === null) process.exit(code)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})

// When npm is killed, the program stops as well.
const watch = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(watch)
  child.kill('SIGTERM')
}, PARENT_CHECK_MILLIS).unref()
