/** The wallets that are offered for payments on TON. Our own list: none is loaded from another host. */

export type TonWalletInfo = {
  readonly name: string
  /** `window[key].tonconnect` is the wallet where it is a browser or an extension. */
  readonly key: string
  /** Opens the wallet with a request. */
  readonly universalLink: string
  /** Messages of app and wallet are exchanged over it. */
  readonly bridgeUrl: string
}

export const TON_WALLETS: readonly TonWalletInfo[] = [
  {
    name: 'Wallet in Telegram',
    key: 'telegram-wallet',
    universalLink: 'https://t.me/wallet/start',
    bridgeUrl: 'https://walletbot.me/tonconnect-bridge/bridge',
  },
  {
    name: 'Tonkeeper',
    key: 'tonkeeper',
    universalLink: 'https://app.tonkeeper.com/ton-connect',
    bridgeUrl: 'https://bridge.tonapi.io/bridge',
  },
  {
    name: 'MyTonWallet',
    key: 'mytonwallet',
    universalLink: 'https://connect.mytonwallet.org',
    bridgeUrl: 'https://tonconnectbridge.mytonwallet.org/bridge',
  },
]

/** Wallets load it to show who asks for a payment. */
export const TON_MANIFEST_PATH = '/tonconnect-manifest.json'
