// Whether node_modules is what package-lock.json describes. npm itself writes what it installed into a second lock file.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** True after `npm ci` by any npm from 9 on; false after an interrupted one, or without optional or development packages. */
export function arePackagesInstalled(folder) {
  const wanted = packagesOf(join(folder, 'package-lock.json'))
  const ownLock = join(folder, 'node_modules', '.package-lock.json')
  const installed = existsSync(ownLock) ? packagesOf(ownLock) : {}
  const ownOptional = Object.keys(wanted['']?.optionalDependencies ?? {}).map((name) => `node_modules/${name}`)
  return Object.entries(wanted).every(([path, entry]) => {
    const found = installed[path]
    if (found !== undefined) return found.version === entry.version && found.integrity === entry.integrity
    // Packages for other platforms are not installed, nor is what only they need.
    return path === '' || (entry.optional === true && !(ownOptional.includes(path) && fitsHere(entry)))
  })
}

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

const fitsHere = ({ os, cpu }) => includes(os, process.platform) && includes(cpu, process.arch)

/** In the lock file, one name or a list. */
const includes = (allowed, value) => allowed === undefined || [allowed].flat().includes(value)
