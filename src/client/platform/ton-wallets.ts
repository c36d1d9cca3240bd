/** Wallets on TON: those of this browser, and a session with one. The SDK is loaded with the first session. */

import { TON_MANIFEST_PATH, TON_WALLETS, type TonWalletInfo } from '../../contract/wallet/ton-wallets.ts'
import { type TonSession, WalletError } from './wallet-session.ts'

/** `injected`: it answers in this page. `remote`: another app, reached over its bridge. */
export type TonWalletChoice = { readonly type: 'injected' | 'remote'; readonly name: string; readonly key: string }

type InjectedWallet = { readonly tonconnect?: { readonly walletInfo?: { readonly name?: unknown } } }

/** The wallets of this browser first; others only with `hasBridges`. */
export function tonWallets(hasBridges: boolean): readonly TonWalletChoice[] {
  const known = TON_WALLETS.map(({ key, name }) => ({ key, name }))
  const injected = Object.keys(window).flatMap((key): readonly TonWalletChoice[] => {
    const info = injectedInfo(key)
    if (info === undefined) return []
    const name = known.find((wallet) => wallet.key === key)?.name ?? (typeof info.name === 'string' ? info.name : key)
    return [{ type: 'injected', name, key }]
  })
  if (!hasBridges) return injected
  const others = known.filter(({ key }) => !injected.some((wallet) => wallet.key === key))
  return [...injected, ...others.map((wallet) => ({ type: 'remote' as const, ...wallet }))]
}

function injectedInfo(key: string) {
  try {
    const value = (window as unknown as Record<string, InjectedWallet | null | undefined>)[key]
    return typeof value === 'object' ? value?.tonconnect?.walletInfo : undefined
  } catch {
    // Properties of frames and of the storage can be forbidden.
    return undefined
  }
}

/** `open` opens the link of a remote wallet. Throws `WalletError`. */
export async function connectTonWallet(
  choice: TonWalletChoice,
  open: (link: string) => void,
  signal: AbortSignal,
): Promise<TonSession> {
  const { connectTon } = await import('./ton-connect.ts')
  const source: TonWalletInfo | undefined = TON_WALLETS.find(({ key }) => key === choice.key)
  const manifestUrl = new URL(TON_MANIFEST_PATH, window.location.origin).href
  if (choice.type === 'injected') return connectTon({ jsBridgeKey: choice.key }, { manifestUrl, open, signal })
  if (source === undefined) throw new WalletError('failed')
  return connectTon(source, { manifestUrl, open, signal })
}
