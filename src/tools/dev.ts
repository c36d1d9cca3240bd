/**
 * `npm run dev`: the client with hot reload and a proxy to the exchange, which is started unless one already answers.
 * `--https` serves with a self-signed certificate; the host of `PUBLIC_URL` (a tunnel) is allowed.
 */

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import basicSsl from '@vitejs/plugin-basic-ssl'
import { createServer, type InlineConfig } from 'vite'
import { EARN_BASE, EXCHANGE_BASE } from '../contract/api.ts'
import { type Config, readConfig } from '../server/runtime/config.ts'
import { BadSetting } from '../server/runtime/setting-reader.ts'

const PROXIED_PATHS = [EXCHANGE_BASE, EARN_BASE, '/health', '/openapi.json', '/telegram/updates']

type Running = { stop(): Promise<unknown> }

/** The exchange's URL from this machine, also when it listens on all interfaces. */
function addressOf({ host, port }: Config): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Starts the exchange with restarts on source changes, unless one already answers at the address. */
async function openExchange(address: string): Promise<Running> {
  const isRunning = await fetch(`${address}/health`).then(
    () => true,
    () => false,
  )
  if (isRunning) return { stop: async () => undefined }
  const main = join(import.meta.dirname, '../server/main.ts')
  const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', main], { stdio: 'inherit' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  process.once('exit', () => child.kill('SIGTERM'))
  return {
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

function settingsOf({ publicUrl }: Config, exchange: string, { https, port }: Flags): InlineConfig {
  // Keeps the browser's Host header: the exchange blocks cross-origin requests.
  const target = { target: exchange, changeOrigin: false }
  const proxy = Object.fromEntries(PROXIED_PATHS.map((path) => [path, target]))
  return {
    plugins: https ? [basicSsl()] : [],
    server: {
      ...(port !== undefined && { port: Number(port), strictPort: true }),
      allowedHosts: publicUrl === undefined ? [] : [new URL(publicUrl).hostname],
      proxy: { ...proxy, '/ws': { ...target, ws: true } },
    },
  }
}

type Flags = { readonly https: boolean; readonly port: string | undefined }

function readFlags(): Flags {
  const { values } = parseArgs({ options: { https: { type: 'boolean', default: false }, port: { type: 'string' } } })
  return { https: values.https, port: values.port }
}

async function run(): Promise<void> {
  const [flags, config] = [readFlags(), readConfig()]
  const address = addressOf(config)
  const client = await createServer(settingsOf(config, address, flags))
  const exchange = await openExchange(address)
  // Vite's handler would end this process before the exchange has stopped.
  process.removeAllListeners('SIGTERM')
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      void Promise.all([client.close(), exchange.stop()]).then(() => process.exit(0))
    })
  await client.listen()
  client.printUrls()
}

run().catch((error: unknown) => {
  const isExpected = error instanceof BadSetting || (error instanceof Error && 'code' in error)
  process.stderr.write(`${isExpected ? (error as Error).message : error instanceof Error ? error.stack : error}\n`)
  process.exit(1)
})
