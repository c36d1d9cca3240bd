/** The link that opens a payment in a wallet of the user. */

const TON_SCHEME = 'ton://transfer/'

/** Telegram opens https links only; this one is answered by the wallet app, or by the page that offers it. */
const HTTPS_FORM = 'https://app.tonkeeper.com/transfer/'

/** Undefined if the URI is not a payment on TON. */
export function walletLink(payUri: string, isInTelegram: boolean): string | undefined {
  if (!payUri.startsWith(TON_SCHEME)) return undefined
  return isInTelegram ? payUri.replace(TON_SCHEME, HTTPS_FORM) : payUri
}
