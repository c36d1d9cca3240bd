// Which Node runs the project. Plain JavaScript for any Node from 20 on, because it runs before the packages are installed.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
const OLDEST = 24

export function fail(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** Ends the process with one sentence on a platform without PostgreSQL packages. */
export function checkPlatform() {
  const platform = `${process.platform}-${process.arch}`
  if (!PLATFORMS.includes(platform))
    fail(`This runs on Linux and macOS, on x64 and arm64, and this is ${platform}; on Windows, use WSL.`)
}

/**
 * The path of the packaged Node, or of this one where none is packaged (macOS). The package is named by its folder: several
 * packages own the name `node` in the folder of programs, and npm 9 and 10 delete that entry with those that do not fit.
 */
export function findNode() {
  const name = `node-${process.platform}-${process.arch}`
  const packaged = join(root, 'node_modules', name, 'bin', 'node')
  if (existsSync(packaged)) return packaged
  if (process.platform === 'linux') fail(`The package ${name} is not installed: run npm start, or npm ci.`)
  if (Number(process.versions.node.split('.')[0]) >= OLDEST) return process.execPath
  return fail(`Node ${OLDEST} or newer is needed on macOS, and this is ${process.version}: install it and try again.`)
}
