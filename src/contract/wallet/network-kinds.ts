/** What kinds of networks do differently, as far as books and forms are concerned. A new kind does not compile without its row. */

import type { NetworkKind } from './networks.ts'

type KindFacts = {
  readonly chainIds: 'positive' | 'negative'
  /** `one`: all transfers, in the order of the blocks. `each-coin`: one list for each coin. */
  readonly transferLists: 'one' | 'each-coin'
  /** Users deposit to the hot wallet with a memo of their own. If not, to an address of their own that is swept. */
  readonly usesMemos: boolean
  /** `in-order`: a wallet uses every nonce. `with-gaps`: it can leave some out, and use them in another order. */
  readonly nonces: 'in-order' | 'with-gaps'
  /** Whether a signed payment can no longer be executed after a time. */
  readonly paymentsExpire: boolean
}

export const NETWORK_KINDS: Readonly<Record<NetworkKind, KindFacts>> = {
  evm: {
    chainIds: 'positive',
    transferLists: 'one',
    usesMemos: false,
    nonces: 'in-order',
    paymentsExpire: false,
  },
  ton: {
    chainIds: 'negative',
    transferLists: 'each-coin',
    usesMemos: true,
    nonces: 'with-gaps',
    paymentsExpire: true,
  },
}
