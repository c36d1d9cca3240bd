/**
 * `npm run dev`: the client with hot reload, and the exchange behind it; one is started where none answers. With
 * `--https` the page has a certificate that it signed itself; `PUBLIC_URL` names a tunnel that may lead here.
 */

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import basicSsl from '@vitejs/plugin-basic-ssl'
import { createServer, type InlineConfig } from 'vite'
import { EARN_BASE, EXCHANGE_BASE } from './contract/api.ts'
import { BadSetting, type Config, readConfig } from './server/config.ts'

const OURS = [EXCHANGE_BASE, EARN_BASE, '/health', '/openapi.json', '/telegram/updates', '/play/mail']

type Running = { stop(): Promise<unknown> }

/** Where one that listens everywhere is found from here. */
function addressOf({ host, port }: Config): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** It restarts when its sources change. One that somebody else has started is left alone. */
async function openExchange(address: string): Promise<Running> {
  const isThere = await fetch(`${address}/health`).then(
    () => true,
    () => false,
  )
  if (isThere) return { stop: async () => undefined }
  const main = join(import.meta.dirname, 'server/main.ts')
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
  // With the host that the browser asked for, or the exchange takes our page for somebody else's.
  const target = { target: exchange, changeOrigin: false }
  const proxy = Object.fromEntries(OURS.map((path) => [path, target]))
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
  // Vite's own would end this process before the exchange has ended.
  process.removeAllListeners('SIGTERM')
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      void Promise.all([client.close(), exchange.stop()]).then(() => process.exit(0))
    })
  await client.listen()
  client.printUrls()
}

run().catch((error: unknown) => {
  const isPlain = error instanceof BadSetting || (error instanceof Error && 'code' in error)
  process.stderr.write(`${isPlain ? (error as Error).message : error instanceof Error ? error.stack : error}\n`)
  process.exit(1)
})
