/** The units and the Caddyfile of `src/ops`: correct for their programs, and for the files that the README creates. */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source.ts'

const OPS = join(root, 'src/ops')
const CADDYFILE = join(OPS, 'Caddyfile')
/** Where the README puts the program. */
const PLACE = '/opt/tern'

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
const readme = textOf('README.md')
const example = textOf('.env.example')
const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((each) => (each.isFile() ? [each.name] : []))
const units = filesOf(OPS).filter((name) => name.endsWith('.service'))

const isInstalled = (program: string, args: readonly string[]): boolean => spawnSync(program, args).error === undefined

/** Every value of a setting of a unit. */
const valuesOf = (unit: string, name: string): readonly string[] =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

const only = (unit: string, name: string): string => {
  const [value = '', ...others] = valuesOf(unit, name)
  expect([name, others]).toEqual([name, []])
  return value
}

/** The default in .env.example. */
const defaultOf = (name: string): string => new RegExp(`^#${name}=(.*)$`, 'm').exec(example)?.[1] ?? ''

/** The lines of a file of settings that the README writes. */
function settingsIn(file: string): ReadonlyMap<string, string> {
  const [, lines = ''] = new RegExp(`^cat > ${file} <<END.*\\n([^]*?)^END$`, 'm').exec(readme) ?? []
  return new Map([...lines.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
}

/** What systemd says about a unit. It also reads units of this machine, whose faults are not ours. */
function faultsOf(paths: readonly string[]): readonly string[] {
  const { stderr } = spawnSync('systemd-analyze', ['--man=no', 'verify', ...paths], { encoding: 'utf8' })
  return stderr.split('\n').filter((line) => /\btern(-\w+)?\.service\b/.test(line))
}

test('The server and the signer have a unit each', () => {
  expect(units).toEqual(['tern-signer.service', 'tern.service'])
})

test('systemd accepts the units, and notices an unknown setting, where it is installed', () => {
  if (!isInstalled('systemd-analyze', ['--version'])) return
  expect(faultsOf(units.map((name) => join(OPS, name)))).toEqual([])
  const folder = mkdtempSync(join(tmpdir(), 'tern-units-'))
  try {
    const broken = join(folder, 'tern-broken.service')
    writeFileSync(broken, `${textOf('src/ops/tern-signer.service')}\n[Service]\nProtectEverything=yes\n`)
    expect(faultsOf([broken])).toEqual([expect.stringContaining('ProtectEverything')])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test.each(units)('%s starts files of this tree, as the npm scripts do', (name) => {
  const unit = textOf(join('src/ops', name))
  expect(only(unit, 'WorkingDirectory')).toBe(PLACE)
  expect(readme).toMatch(new RegExp(`^git clone \\S+ ${PLACE} `, 'm'))
  const started = [...valuesOf(unit, 'ExecStartPre'), only(unit, 'ExecStart')].map((line) =>
    line.replace(/^\/usr\/bin\/env /, 'exec '),
  )
  const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: Readonly<Record<string, string>> }
  const known = Object.values(scripts).map((script) => script.replace(/^(exec )?/, 'exec '))
  expect(started.filter((line) => !known.includes(line))).toEqual([])
  const files = started.flatMap((line) => line.match(/src\/\S+/g) ?? [])
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test.each([
  ['tern.service', 'tern', '/etc/tern/server.env', ['DATA_DIR']],
  ['tern-signer.service', 'tern-signer', '/etc/tern/signer.env', ['SIGNER_DIR', 'SIGNER_SOCKET']],
])('%s has the user, the settings and the folders of the README', (name, user, file, written) => {
  const unit = textOf(join('src/ops', name))
  expect([only(unit, 'User'), only(unit, 'Group'), only(unit, 'EnvironmentFile')]).toEqual([user, user, file])
  expect(readme).toMatch(new RegExp(`^useradd --system --create-home ${user}$`, 'm'))
  const settings = settingsIn(file)
  const folders = written.map((each) => settings.get(each)?.replace(/\/[^/]*\.sock$/, ''))
  expect(only(unit, 'ReadWritePaths').split(' ')).toEqual(folders)
  for (const folder of folders) expect(readme).toMatch(new RegExp(`^install -d -o ${user} .*${folder}\\b`, 'm'))
})

test('The units, the Caddyfile and the settings that the README writes name settings of .env.example only', () => {
  const texts = filesOf(OPS).map((name) => textOf(join('src/ops', name)))
  const named = texts.flatMap((text) => text.match(/\b[A-Z]+_[A-Z_]+\b/g) ?? []).filter((name) => !/^AF_/.test(name))
  const written = ['/etc/tern/server.env', '/etc/tern/signer.env'].flatMap((file) => [...settingsIn(file).keys()])
  expect(named).toEqual(expect.arrayContaining(['DATA_DIR', 'STOP_MILLIS', 'TRUSTED_PROXIES']))
  expect(written.length).toBeGreaterThan(10)
  expect([...named, ...written].filter((name) => !example.includes(`#${name}=`))).toEqual([])
})

test('systemd waits longer than the server takes to stop, and leaves PostgreSQL to it', () => {
  const unit = textOf('src/ops/tern.service')
  expect(Number(only(unit, 'TimeoutStopSec')) * 1_000).toBeGreaterThan(Number(defaultOf('STOP_MILLIS')))
  expect(only(unit, 'KillMode')).toBe('mixed')
})

test('The signer has no network, and both programs see the rest of the machine read-only', () => {
  const signer = textOf('src/ops/tern-signer.service')
  expect([only(signer, 'PrivateNetwork'), only(signer, 'RestrictAddressFamilies')]).toEqual(['yes', 'AF_UNIX'])
  for (const name of units) {
    const unit = textOf(join('src/ops', name))
    const values = ['ProtectSystem', 'NoNewPrivileges', 'PrivateTmp'].map((setting) => only(unit, setting))
    expect(values).toEqual(['strict', 'yes', 'yes'])
    // Node compiles JavaScript into memory.
    expect(valuesOf(unit, 'MemoryDenyWriteExecute')).toEqual([])
  }
})

test('The Caddyfile serves the domain of PUBLIC_URL, and the server trusts its address', () => {
  const caddyfile = readFileSync(CADDYFILE, 'utf8')
  const settings = settingsIn('/etc/tern/server.env')
  const site = /^([\w.-]+) \{$/m.exec(caddyfile)?.[1]
  expect(settings.get('PUBLIC_URL')).toBe(`https://${site}`)
  const [, host, port] = /^\treverse_proxy ([\d.]+):(\d+) \{$/m.exec(caddyfile) ?? []
  expect([host, port]).toEqual([defaultOf('HOST'), defaultOf('PORT')])
  expect(settings.get('TRUSTED_PROXIES')).toBe(host)
  expect(settings.has('HOST') || settings.has('PORT')).toBe(false)
})

test('Caddy accepts the Caddyfile, where it is installed', () => {
  if (!isInstalled('caddy', ['version'])) return
  const args = ['validate', '--adapter', 'caddyfile', '--config', CADDYFILE]
  const { status, stderr } = spawnSync('caddy', args, { encoding: 'utf8' })
  expect(status === 0 ? '' : stderr).toBe('')
})
