/** What the signer of a simulated TON network signs. */

import { PLAY_TON_CHAIN_ID } from '../../../src/contract/wallet/networks.ts'
import type { Policy } from '../../../src/signer/policy.ts'
import { limits, tonWallet } from '../funds/simulated-signer.ts'
import { jettonWalletOf, MASTER } from './simulated-ton.ts'

export const tonPolicy: Policy = {
  networks: [],
  tonNetworks: [
    {
      chainId: PLAY_TON_CHAIN_ID,
      generation: null,
      maxFeesDay: 10n ** 24n,
      assets: [
        { contract: null, jettonWallet: null, ...limits },
        { contract: MASTER, jettonWallet: jettonWalletOf(tonWallet.address), ...limits },
      ],
    },
  ],
}
