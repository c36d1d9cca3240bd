/** `npm run operator -- …`: shows and changes the running exchange through the socket in DATA_DIR. */

import { createPrivateKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { type OperatorReply, type OperatorRequest, type Report, socketPath } from '../operator/protocol.ts'
import { readConfig } from '../runtime/config.ts'
import { fail } from './fail.ts'
import { EXAMPLES } from './operator-examples.ts'
import { acceptLoss, writeRecoveryKey } from './operator-files.ts'
import { type FileLine, HELP, type ParsedLine, parseLine } from './operator-line.ts'
import { textTable } from './stored-exchange.ts'

class Failed extends Error {}

async function run(args: readonly string[]): Promise<string> {
  const line = parseLine(args)
  if (line.type === 'help') return HELP
  if (line.type === 'example') return `${JSON.stringify(EXAMPLES[line.name], null, 2)}\n`
  if (line.type === 'wrong') throw new Failed(`${line.text}\n\nnpm run operator -- --help lists all commands`)
  const { dataDir } = readConfig()
  if (line.type === 'file' && line.name === 'accepted loss')
    return acceptLoss(dataDir, { operator: line.as ?? systemUser(), reason: line.reason })
  const place = socketPath(dataDir)
  if ('problem' in place) throw new Failed(place.problem)
  if (line.type === 'file') return recoveryKey(place.path, line)
  const shown = SHOWN_FIRST.get(line.command.action)
  if (shown !== undefined) return approve(place.path, line, shown)
  return textOf(await reportOf(place.path, requestOf(line), line.command.isChange === true))
}

function recoveryKey(path: string, { input, reason, as }: FileLine): Promise<string> {
  const { path: file, 'passphrase-file': passphraseFile } = input
  const ask = async (publicKey: string): Promise<string> => {
    const request = { action: 'export-record-key', input: { publicKey }, operator: as ?? systemUser(), reason }
    return String((await reportOf(path, request, true))[0])
  }
  return writeRecoveryKey(String(file), passphraseFile === undefined ? undefined : String(passphraseFile), ask)
}

async function reportOf(path: string, request: OperatorRequest, isChange: boolean): Promise<Report> {
  const reply = await send(path, request, isChange)
  if (reply.ok) return reply.report
  throw new Failed(reply.outcome === 'unknown' ? `${reply.text}\n${UNKNOWN}` : reply.text)
}

/** What is approved, and what prints it. */
const SHOWN_FIRST: ReadonlyMap<OperatorRequest['action'], OperatorRequest['action']> = new Map([
  ['approve-withdrawal', 'show-withdrawal'],
  ['approve-return', 'show-return'],
  ['accept-jetton-wallet', 'show-jetton-wallet'],
])

/** Prints what is approved, such as a payment; with `--yes` signs exactly what was printed, if there is a key, and approves it. */
async function approve(
  path: string,
  line: Extract<ParsedLine, { type: 'action' }>,
  action: OperatorRequest['action'],
): Promise<string> {
  const request = requestOf(line)
  const shown = await reportOf(path, { ...request, action, reason: null }, false)
  const payment = textOf(shown)
  if (!line.isConfirmed) return `${payment}Nothing was changed. Add --yes to approve this.\n`
  const signed = line.key === undefined ? {} : { signature: signatureOf(line.key, shown) }
  const done = await reportOf(path, { ...request, input: { ...request.input, ...signed } }, true)
  return payment + textOf(done)
}

/** Over the lines that begin with the title of an approval. */
function signatureOf(keyFile: string, report: Report): string {
  const lines = report.filter((part) => typeof part === 'string')
  const text = lines.slice(lines.findIndex((part) => part.startsWith('tern approval'))).join('\n')
  try {
    return sign(null, Buffer.from(text), createPrivateKey(readFileSync(keyFile))).toString('base64')
  } catch (error) {
    throw new Failed(`${keyFile} is not an Ed25519 key: ${error instanceof Error ? error.message : error}`)
  }
}

const UNKNOWN =
  'The outcome is unknown: run `npm run operator -- rewards` (or parameters, tasks, standing, freezes, appeals, withdrawals, currencies, markets, networks, unclaimed, returns) to see it.'

function requestOf({ command, input, reason, as }: Extract<ParsedLine, { type: 'action' }>): OperatorRequest {
  const { file, ...others } = input
  return {
    action: command.action,
    input: typeof file === 'string' ? { ...others, file: readJson(file) } : others,
    operator: as ?? systemUser(),
    reason,
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Failed(`${file}: ${error instanceof Error ? error.message : error}`)
  }
}

function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    throw new Failed('your system user has no name: add --as NAME')
  }
}

/** A connection that ends without a reply leaves the outcome of a change open. */
function send(path: string, request: OperatorRequest, isChange: boolean): Promise<OperatorReply> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    let reply = ''
    socket.setEncoding('utf8')
    socket.on('data', (text) => {
      reply += text
    })
    socket.once('connect', () => socket.write(`${JSON.stringify(request)}\n`))
    let failure: NodeJS.ErrnoException | undefined
    socket.once('error', (error) => {
      failure = error
    })
    socket.once('close', () => {
      if (reply.endsWith('\n')) resolve(JSON.parse(reply))
      else if (failure?.syscall === 'connect') reject(new Failed(notConnected(path, failure)))
      else {
        const text = 'the server closed the connection without a reply'
        resolve({ ok: false, text, outcome: isChange ? 'unknown' : 'refused' })
      }
    })
  })
}

function notConnected(path: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT' || code === 'ECONNREFUSED')
    return `no server is running: ${path} does not answer. Start it, or set the DATA_DIR it runs with.`
  if (code === 'EACCES') return `${path} belongs to another user: run this as the user that runs the server`
  return message
}

/** Texts of users must not control the terminal. */
const plain = (text: string): string => text.replaceAll(/\p{C}+/gu, ' ')

const textOf = (report: Report): string => {
  const parts = report.map((part) =>
    typeof part === 'string' ? plain(part) : textTable(part.map((row) => row.map(plain))),
  )
  return `${parts.join('\n')}\n`
}

if (import.meta.main) await run(process.argv.slice(2)).then((text) => void process.stdout.write(text), fail)
