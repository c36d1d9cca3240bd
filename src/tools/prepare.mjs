// Runs before `npm start`, `npm test` and `npm run dev` (there without a build). Plain JavaScript for any Node from 20 on,
// because the pinned Node may not be installed yet.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPlatform, fail, findNode, root } from './find-node.mjs'
import { arePackagesInstalled } from './installed-packages.mjs'

const modules = join(root, 'node_modules')
const builtStamp = join(root, 'dist', 'built-from.txt')
const buildInputs = [
  'index.html',
  'package.json',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
  'public',
  'src/client',
  'src/contract',
]

const print = (line) => process.stdout.write(`${line}\n`)

const stampOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '')

/** Live, the server runs as a user that cannot change this folder, with settings that are compiled into the client. */
function requireOwner() {
  try {
    accessSync(root, constants.W_OK)
  } catch {
    fail(
      `This user cannot change ${root}: as its owner, run "node src/tools/prepare.mjs" with the same APP_NAME and LINK_ settings, then try again.`,
    )
  }
}

function install() {
  if (arePackagesInstalled(root)) return
  requireOwner()
  const started = Date.now()
  print('Installing packages (npm ci) …')
  // `--include` because NODE_ENV=production would skip development packages. `npm ci` may delete the Node that runs this
  // script, so npm runs on the Node it was started with.
  const flags = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--loglevel=error']
  const npm = process.env.npm_execpath
  const run = npm?.endsWith('.js')
    ? spawnSync(process.env.npm_node_execpath ?? process.execPath, [npm, ...flags], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', flags, { cwd: root, stdio: 'inherit' })
  if (run.status !== 0) fail(`Installing packages failed${run.error ? `: ${run.error.message}` : ''}.`)
  print(`Packages are installed (${seconds(started)}).`)
}

function checkNode(node) {
  const { status, error, stderr } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  const reason = error?.message ?? stderr.trim().split('\n')[0]
  if (status !== 0) fail(`${node} does not run here (${reason}): on Linux it needs glibc 2.28 or newer.`)
}

function build(node) {
  const wanted = hashOfInputs()
  if (stampOf(builtStamp) === wanted && existsSync(join(root, 'dist', 'index.html'))) return
  requireOwner()
  const started = Date.now()
  print('Building the client …')
  const vite = join(modules, 'vite', 'bin', 'vite.js')
  const run = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (run.status !== 0) fail('Building the client failed.')
  writeFileSync(builtStamp, `${wanted}\n`)
  print(`The client is built (${seconds(started)}).`)
}

/** Finishes the installation of PostgreSQL: the server may run under a user that cannot change this folder. */
function linkPostgres(node) {
  const program = `import('./src/server/postgres/binaries.ts').then(({ findBinaries }) => findBinaries())`
  // Without a packaged PostgreSQL there is nothing to do; the server says what is missing.
  spawnSync(node, ['-e', program], { cwd: root, stdio: 'ignore' })
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

checkPlatform()
install()
const node = findNode()
checkNode(node)
linkPostgres(node)
if (!process.argv.includes('--packages')) build(node)
