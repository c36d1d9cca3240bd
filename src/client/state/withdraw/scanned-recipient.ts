/** The recipient in a scanned QR code: an address, or a payment link for Ethereum or TON. Amounts are ignored. */

import { isPlain } from '../../../contract/visible-text.ts'
import type { NetworkView } from '../../../contract/wallet/views.ts'

/** `memo` empty: none. */
type Recipient = { readonly address: string; readonly memo: string }

const MAX_LENGTH = 500
const SHOWN_LENGTH = 60
const ETHEREUM = /^ethereum:(?:pay-)?([^@/?]+)(?:@\d+)?(?:\/(\w+))?(?:\?(.*))?$/i
const TON = /^(?:ton:\/\/transfer|https:\/\/app\.tonkeeper\.com\/transfer)\/([^?#]+?)\/?(?:\?([^#]*))?$/i

/** A text without a recipient is the address then, which the field refuses. */
export function recipientOf(scanned: string, { memo_regex }: Pick<NetworkView, 'memo_regex'>): Recipient {
  const text = scanned.trim()
  const link = isUsable(text) ? (ethereumPayment(text) ?? tonTransfer(text)) : undefined
  const { address, memo } = link ?? { address: text, memo: '' }
  return { address: isUsable(address) ? address : shortened(address), memo: memo_regex === null ? '' : memo }
}

function ethereumPayment(text: string): Recipient | undefined {
  const [, target, call, query] = ETHEREUM.exec(text) ?? []
  // The target of a token transfer is the contract of the token.
  const address = call === 'transfer' ? new URLSearchParams(query).get('address') : call === undefined && target
  return address ? { address, memo: '' } : undefined
}

function tonTransfer(text: string): Recipient | undefined {
  const [, address, query] = TON.exec(text) ?? []
  const parameters = new URLSearchParams(query)
  const memo = parameters.get('text') ?? ''
  // Coins that arrive without the payload, or with a memo that could not be decoded, may be lost.
  const isComplete = !parameters.has('bin') && !memo.includes('\ufffd')
  return address !== undefined && isComplete ? { address, memo } : undefined
}

const isUsable = (text: string): boolean => text.length <= MAX_LENGTH && isPlain(text)

/** Never an address, because of its last character. */
const shortened = (text: string): string =>
  `${text.slice(0, SHOWN_LENGTH).replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\ufffd')}…`
