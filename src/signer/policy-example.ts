/**
 * `npm run signer -- policy example ethereum ton`: a complete policy for real coins, whose limits the operator changes. The
 * notes say what else must be changed.
 */

import { parseTonAddress } from '../chains/ton/address.ts'
import type { PolicyFile } from './policy.ts'

const usd = (amount: number): string => String(amount * 10 ** 6)
const milli = (amount: number, decimals: number): string => `${amount}${'0'.repeat(decimals - 3)}`

const ETHEREUM = {
  chainId: 1,
  generation: 1,
  maxFee: milli(20, 18),
  maxFeesDay: milli(500, 18),
  maxGas: milli(10, 18),
  assets: [
    {
      contract: null,
      maxAmount: milli(2_000, 18),
      maxHour: milli(5_000, 18),
      maxDay: milli(20_000, 18),
      approvals: [],
    },
    {
      // USDT of Tether.
      contract: '0xdac17f958d2ee523a2206206994597c13d831ec7',
      maxAmount: usd(5_000),
      maxHour: usd(15_000),
      maxDay: usd(50_000),
      approvals: [],
    },
  ],
} satisfies PolicyFile['networks'][number]

const TON = {
  chainId: -239,
  generation: 1,
  maxFeesDay: milli(100_000, 9),
  assets: [
    {
      contract: null,
      jettonWallet: null,
      maxAmount: milli(1_000_000, 9),
      maxHour: milli(3_000_000, 9),
      maxDay: milli(10_000_000, 9),
      approvals: [],
    },
  ],
} satisfies TonNetwork

type TonNetwork = NonNullable<PolicyFile['tonNetworks']>[number]

/**
 * USDT of Tether on TON, as JSON, for the assets of the network. `wallet`: the jetton wallet that the hot wallet has for it, of
 * which the example of a whole policy knows nothing. Undefined if it is no address.
 */
export function jettonExample(wallet: string): string | undefined {
  const jettonWallet = parseTonAddress(wallet)?.raw
  if (jettonWallet === undefined) return undefined
  const asset = {
    contract: '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe',
    jettonWallet,
    maxAmount: usd(5_000),
    maxHour: usd(15_000),
    maxDay: usd(50_000),
    approvals: [],
  } satisfies TonNetwork['assets'][number]
  return `${JSON.stringify(asset, undefined, 2)}\n`
}

const NAMES = ['ethereum', 'ton']

type Example = { readonly policy: string; readonly notes: readonly string[] }

/** `policy`: JSON with the named networks. Undefined if a name is unknown or there is none. */
export function policyExample(names: readonly string[]): Example | undefined {
  if (names.length === 0 || !names.every((name) => NAMES.includes(name))) return undefined
  const policy: PolicyFile = {
    networks: names.includes('ethereum') ? [ETHEREUM] : [],
    tonNetworks: names.includes('ton') ? [TON] : [],
  }
  const notes = [LIMITS, APPROVALS, ...(names.includes('ton') ? [JETTON_WALLET] : [])]
  return { policy: `${JSON.stringify(policy, undefined, 2)}\n`, notes }
}

const LIMITS =
  'Save this as policy.json in SIGNER_DIR. Amounts are in the smallest unit of each coin: change the limits.'
const APPROVALS = `"approvals": [{"above": "1000000000", "need": 1, "keys": ["MCow..."]}] asks for the signature of an operator above that
amount. The key is the line between BEGIN and END of "openssl pkey -in KEY.pem -pubout".`
const JETTON_WALLET = `Jettons are added later: "npm run operator -- networks" prints the jetton wallets of your hot wallet, and
"npm run -s signer -- policy jetton WALLET" the entry for USDT.`
