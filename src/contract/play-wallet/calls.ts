/** HTTP calls for the play wallet. They do not exist in live mode. */

import { atRoot, getCall, postCall } from '../call.ts'
import type { PlaySentView, PlayWalletView } from './views.ts'

/** `address` null: the own deposit address, with its memo. `memo` goes with an address, on networks that have memos. */
type PlaySendBody = {
  readonly network_id: number
  readonly currency_id: number
  readonly amount: string
  readonly address: string | null
  readonly memo?: string | null
}

export const playWalletCalls = {
  /** Creates and funds the wallet at the first request. The query has `network_id`; without it, the first network. */
  playWallet: atRoot(getCall<PlayWalletView>('/play/wallet/', 'bearer')),
  playSend: atRoot(postCall<PlaySendBody, PlaySentView>('/play/wallet/send/', 'bearer')),
} as const
