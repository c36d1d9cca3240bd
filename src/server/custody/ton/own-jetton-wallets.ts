/** The wallets of the exchange for jettons: what a jetton names at first is stored, and any other answer refused. */

import { ChainUnavailable } from '../../../chains/chain-unavailable.ts'
import type { TonChain } from '../../../chains/ton/chain.ts'
import type { NetworkId } from '../../../contract/ids.ts'
import type { Database } from '../../postgres/database.ts'
import { execute, queryOne } from '../../postgres/query.ts'

type OwnWalletDeps = {
  readonly id: NetworkId
  readonly chain: Pick<TonChain, 'jettonWallet'>
  readonly database: Pick<Database, 'pool'>
  readonly onOther: (reason: string) => void
}

/**
 * By master and owner, raw. Each is asked until it answers; meanwhile the stored one is used. Throws `ChainUnavailable` if
 * none is stored, and after `onOther`.
 */
export function ownJettonWallets(deps: OwnWalletDeps): (master: string, owner: string) => Promise<string> {
  const confirmed = new Map<string, string>()
  return async (master, owner) => {
    const known = confirmed.get(master)
    if (known !== undefined) return known
    let named: string
    try {
      named = await deps.chain.jettonWallet(master, owner)
    } catch (error) {
      const stored = error instanceof ChainUnavailable ? await storedWallet(deps, master) : undefined
      if (stored === undefined) throw error
      return stored
    }
    await confirm(deps, master, named)
    confirmed.set(master, named)
    return named
  }
}

async function storedWallet({ id, database: { pool } }: OwnWalletDeps, master: string): Promise<string | undefined> {
  const select = 'select address from ton_jetton_wallets where network_id = $1 and master = $2'
  return (await queryOne<{ address: string }>(pool, select, [id, master]))?.address
}

async function confirm(deps: OwnWalletDeps, master: string, address: string): Promise<void> {
  const insert = 'insert into ton_jetton_wallets values ($1, $2, $3) on conflict do nothing'
  await execute(deps.database.pool, insert, [deps.id, master, address])
  // None is stored if it is the wallet of another jetton.
  const stored = await storedWallet(deps, master)
  if (stored === address) return
  const reason = `the jetton ${master} names the wallet ${address} instead of ${stored ?? 'one that no other jetton has'}`
  deps.onOther(reason)
  throw new ChainUnavailable(reason)
}
