/** TON Connect: the only file that imports its SDK. */

import { type Account, TonConnect, TonConnectError, UserRejectsError } from '@tonconnect/sdk'
import { type TonMessage, type TonSession, WalletError } from './wallet-session.ts'

type Source = { readonly jsBridgeKey: string } | { readonly universalLink: string; readonly bridgeUrl: string }

type Options = {
  readonly manifestUrl: string
  readonly showLink: (link: string) => void
  readonly signal: AbortSignal
}

/** How long a request is valid in the wallet, at most five minutes. */
const VALID_SECONDS = 270
const PREFIX = '[TON_CONNECT_SDK]'

/** A session lasts until the page is left; nothing is stored. Throws `WalletError`. */
export async function connectTon(source: Source, { manifestUrl, showLink, signal }: Options): Promise<TonSession> {
  silence()
  const connector = new TonConnect({ manifestUrl, analytics: { mode: 'off' }, storage: memory() })
  const { address, chain } = await account(connector, source, showLink, signal)
  return {
    address,
    chain,
    async send(network: string, message: TonMessage, now: number) {
      const validUntil = Math.floor(now / 1_000) + VALID_SECONDS
      const request = { validUntil, network, from: address, messages: [message] }
      try {
        await guarded(signal, connector.sendTransaction(request, { signal }))
      } finally {
        connector.disconnect().catch(() => undefined)
      }
    },
  }
}

function account(
  connector: TonConnect,
  source: Source,
  showLink: Options['showLink'],
  signal: AbortSignal,
): Promise<Account> {
  const connected = new Promise<Account>((resolve, reject) => {
    connector.onStatusChange((wallet) => wallet && resolve(wallet.account), reject)
    if ('jsBridgeKey' in source) connector.connect(source, undefined, { signal })
    else showLink(connector.connect({ ...source }, undefined, { signal }))
  })
  return guarded(signal, connected)
}

/** The SDK does not settle every promise when it is aborted. */
async function guarded<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    const end = () => reject(new WalletError('timeout'))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } catch (error) {
    if (error instanceof WalletError) throw error
    if (error instanceof UserRejectsError) throw new WalletError('rejected')
    throw new WalletError('failed')
  }
}

function memory() {
  const items = new Map<string, string>()
  return {
    getItem: async (key: string) => items.get(key) ?? null,
    setItem: async (key: string, value: string) => void items.set(key, value),
    removeItem: async (key: string) => void items.delete(key),
  }
}

let isSilent = false

/** Drops what the SDK writes to the console: keys and messages of the session. */
function silence(): void {
  if (isSilent) return
  isSilent = true
  const output = globalThis.console
  for (const method of ['debug', 'warn', 'error'] as const) {
    const write = output[method].bind(output)
    output[method] = (...values: unknown[]) => {
      if (values[0] !== PREFIX && !(values[0] instanceof TonConnectError)) write(...values)
    }
  }
}
