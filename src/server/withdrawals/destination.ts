/** The address that a withdrawal goes to: whether it is valid, and what the user knows about it. */

import { canonicalAddress, shownAddress } from '../../chains/kinds/address.ts'
import type { CurrencyId, Millis, UserId } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import { isMemoText, MEMO_RULE } from '../../contract/wallet/memo.ts'
import { NETWORK_KINDS } from '../../contract/wallet/network-kinds.ts'
import { type NetworkInfo, paidAddressesOf } from '../../engine/exchange.ts'
import type { Networks } from '../custody/base/networks.ts'
import { query } from '../postgres/query.ts'
import type { AccountRecord } from '../users/account-record.ts'
import type { WithdrawalDeps } from './withdrawal-deps.ts'

/** `address` is canonical. `memo` null: none. */
export type Destination = { readonly address: string; readonly memo: string | null }

/** Deposit addresses of other users are allowed: the coins arrive as any deposit. */
export function parseDestination(
  networks: Networks,
  user: UserId,
  { network, assets }: NetworkInfo,
  { address: text, memo }: { readonly address: string; readonly memo?: string | null | undefined },
): Destination | Refusal {
  const address = canonicalAddress(network, text)
  if (address === undefined) return refuse('INVALID_ADDRESS', { network: network.name })
  const isContract = [...assets.values()].some(({ contract }) => contract === address)
  if (isContract || isOwnAddress(networks, user, address)) return refuse('OWN_ADDRESS')
  if (memo === undefined || memo === null || memo === '') return { address, memo: null }
  if (!NETWORK_KINDS[network.kind].usesMemos)
    return refuse('INVALID_MEMO', { reason: 'This network does not use a memo.' })
  return isMemoText(memo) ? { address, memo } : refuse('INVALID_MEMO', { reason: MEMO_RULE })
}

/**
 * The hot wallet, one of its jetton wallets, or the deposit address of the user: of any network, because several share them.
 * While they are not known after a start, the signer refuses the hot wallet, and what a deposit address receives is a deposit.
 */
const isOwnAddress = (networks: Networks, user: UserId, address: string): boolean =>
  [...networks.values()].some(
    (each) =>
      address === each.hotWallet ||
      address === each.givenAddress(user) ||
      [...(each.listed()?.assets.values() ?? [])].some(
        ({ contract }) => contract !== null && address === each.ownJettonWallet(contract),
      ),
  )

export type Knowledge = {
  /** Saved in the address book for 24 hours: usable in whitelist-only mode. */
  readonly isWhitelisted: boolean
  /** Neither whitelisted nor paid more than 24 hours ago nor, in play mode, the play wallet of the user. */
  readonly isNew: boolean
  /** It begins and ends as another address of the user, which is how addresses are imitated. */
  readonly isLookAlike: boolean
}

type KnownAddress = {
  readonly address: string
  readonly memo: string | null
  readonly source: 'book' | 'paid' | 'play' | 'deposit'
  /** From then on it is not new; null: it stays new. */
  readonly since: Millis | null
}

export async function knowledgeOf(
  { database: { pool }, mode, sequencer, networks }: WithdrawalDeps,
  { user: { id: user }, addresses }: AccountRecord,
  destination: Destination & {
    readonly network: number
    readonly currency: CurrencyId
    readonly at: Millis
  },
): Promise<Knowledge> {
  const { network, currency, address, memo, at } = destination
  const book = addresses
    .filter((entry) => entry.network_id === network && (entry.currency_id ?? currency) === currency)
    .map((entry): KnownAddress => ({ ...entry, source: 'book', since: entry.active_at }))
  const paid = (await sequencer.read((state) => paidAddressesOf(state, user)))
    .filter((each) => each.network === network)
    .map(
      ({ since, memo = null, ...each }): KnownAddress => ({ ...each, memo, source: 'paid', since: since + DAY_MILLIS }),
    )
  const deposit = Array.from(networks.values(), (each) => each.givenAddress(user))
    .filter((each) => each !== undefined)
    .map((each): KnownAddress => ({ address: each, memo: null, source: 'deposit', since: null }))
  const play = mode === 'play' ? await query<KnownAddress>(pool, PLAY_WALLETS, [user]) : []
  const known = [...book, ...paid, ...deposit, ...play]
  // An address of another exchange belongs to many users: the memo tells which.
  const isSame = (each: KnownAddress) => each.memo === memo || each.source === 'play'
  const same = known.filter((each) => each.address === address && isSame(each))
  const own = same.filter(({ since }) => since !== null && since <= at)
  return {
    isWhitelisted: own.some(({ source }) => source === 'book'),
    isNew: own.length === 0,
    isLookAlike: own.length === 0 && known.some((each) => imitates(each.address, address)),
  }
}

const DAY_MILLIS = 24 * 60 * 60 * 1_000

const PLAY_WALLETS = `select address, null as memo, 'play' as source, 0 as since from play_wallets where user_id = $1
union all select address, null, 'play', 0 from play_ton_wallets where user_id = $1`

const SHOWN = 4

/** Equal in the characters that a shortened address shows. */
function imitates(known: string, address: string): boolean {
  const ends = (address: string): string => {
    const shown = shownAddress(address)
    return (shown.slice(0, 2 + SHOWN) + shown.slice(-SHOWN)).toLowerCase()
  }
  return known !== address && ends(known) === ends(address)
}
