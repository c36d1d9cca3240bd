/** Wallets on TON: those of this browser, and a session with one. The SDK is loaded with the first session. */

import { TON_MANIFEST_PATH, TON_WALLETS, type TonWalletInfo } from '../../contract/wallet/ton-wallets.ts'
import { type TonSession, WalletError } from './wallet-session.ts'

/** `injected`: it answers in this page. `remote`: another app, reached over its bridge and opened by `link`. */
export type TonWalletChoice =
  | { readonly type: 'injected'; readonly name: string; readonly key: string }
  | { readonly type: 'remote'; readonly name: string; readonly key: string; readonly link: string }

type InjectedWallet = { readonly tonconnect?: { readonly walletInfo?: { readonly name?: unknown } } }

/** The wallets of this browser first; others only with `hasBridges`. */
export function tonWallets(hasBridges: boolean): readonly TonWalletChoice[] {
  const injected = Object.keys(window).flatMap((key): readonly TonWalletChoice[] => {
    const info = injectedInfo(key)
    if (info === undefined) return []
    const name =
      TON_WALLETS.find((wallet) => wallet.key === key)?.name ?? (typeof info.name === 'string' ? info.name : key)
    return [{ type: 'injected', name, key }]
  })
  if (!hasBridges) return injected
  const others = TON_WALLETS.filter(({ key }) => !injected.some((wallet) => wallet.key === key))
  return [
    ...injected,
    ...others.map(({ key, name, universalLink }) => ({ type: 'remote' as const, key, name, link: universalLink })),
  ]
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

/** `showLink` gets the link that connects a remote wallet. Throws `WalletError`. */
export async function connectTonWallet(
  choice: TonWalletChoice,
  showLink: (link: string) => void,
  signal: AbortSignal,
): Promise<TonSession> {
  const { connectTon } = await import('./ton-connect.ts')
  const source: TonWalletInfo | undefined = TON_WALLETS.find(({ key }) => key === choice.key)
  const manifestUrl = new URL(TON_MANIFEST_PATH, window.location.origin).href
  if (choice.type === 'injected') return connectTon({ jsBridgeKey: choice.key }, { manifestUrl, showLink, signal })
  if (source === undefined) throw new WalletError('failed')
  return connectTon(source, { manifestUrl, showLink, signal })
}
