// Runs before `npm start`, `npm test` and `npm run dev` (there without a build). Plain JavaScript for any Node from 20 on,
// because the pinned Node may not be installed yet.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const modules = join(root, 'node_modules')
const installedStamp = join(modules, '.installed-from')
const builtStamp = join(root, 'dist', 'built-from.txt')
const buildInputs = [
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
  'public',
  'src/client',
  'src/contract',
]

const print = (line) => process.stdout.write(`${line}\n`)

function fail(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

const stampOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '')

function install() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (stampOf(installedStamp) === wanted) return
  const started = Date.now()
  print('Installing packages (npm ci) …')
  // `--include` because NODE_ENV=production would skip development packages. `npm ci` may delete the Node that runs this
  // script, so npm runs on the Node it was started with.
  const flags = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--loglevel=error']
  const npm = process.env.npm_execpath
  const run = npm?.endsWith('.js')
    ? spawnSync(process.env.npm_node_execpath ?? process.execPath, [npm, ...flags], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', flags, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (run.status !== 0) fail(`Installing packages failed${run.error ? `: ${run.error.message}` : ''}.`)
  writeFileSync(installedStamp, `${wanted}\n`)
  print(`Packages are installed (${seconds(started)}).`)
}

/** The Node that npm scripts use: the pinned package where it exists, else the machine's. */
function findNode() {
  const pinned = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  const node = existsSync(pinned) ? pinned : 'node'
  const run = spawnSync(node, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' })
  const version = run.status === 0 ? run.stdout.trim() : 'none'
  if (Number(/^v(\d+)\./.exec(version)?.[1] ?? 0) < 24) {
    fail(
      `Node 24 or newer is needed and ${node} is ${version}. There is no packaged Node for ${process.platform}-${process.arch} that runs here: install Node 24 and try again.`,
    )
  }
  return node
}

function build(node) {
  const wanted = hashOfInputs()
  if (stampOf(builtStamp) === wanted && existsSync(join(root, 'dist', 'index.html'))) return
  const started = Date.now()
  print('Building the client …')
  const vite = join(modules, 'vite', 'bin', 'vite.js')
  const run = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (run.status !== 0) fail('Building the client failed.')
  writeFileSync(builtStamp, `${wanted}\n`)
  print(`The client is built (${seconds(started)}).`)
}

function hashOfInputs() {
  const hash = createHash('sha256')
  for (const input of buildInputs) {
    for (const file of filesUnder(input))
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update('\0')
  }
  for (const file of readdirSync(root)
    .filter((name) => name === '.env' || name.startsWith('.env.'))
    .sort()) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  }
  // These variables are compiled into the client.
  for (const name of Object.keys(process.env)
    .filter((key) => /^(VITE_|LINK_|APP_NAME$)/.test(key))
    .sort()) {
    hash.update(`${name}=${process.env[name]}\0`)
  }
  return hash.digest('hex')
}

/** Paths relative to the root, in the same order on every machine. */
function filesUnder(path) {
  if (!existsSync(join(root, path))) return []
  if (path.includes('.') && !path.startsWith('src')) return [path]
  const entries = readdirSync(join(root, path), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
    .sort()
}

const seconds = (started) => `${((Date.now() - started) / 1000).toFixed(1)} s`

install()
const node = findNode()
if (!process.argv.includes('--packages')) build(node)
