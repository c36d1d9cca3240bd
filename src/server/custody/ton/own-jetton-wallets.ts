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

/** By master and owner, raw. Each is asked once. Throws `ChainUnavailable`, also after `onOther`. */
export function ownJettonWallets(deps: OwnWalletDeps): (master: string, owner: string) => Promise<string> {
  const wallets = new Map<string, Promise<string>>()
  return (master, owner) => {
    const asked = wallets.get(master) ?? ownJettonWallet(deps, master, owner)
    wallets.set(master, asked)
    asked.catch(() => wallets.delete(master))
    return asked
  }
}

async function ownJettonWallet(
  { id, chain, database: { pool }, onOther }: OwnWalletDeps,
  master: string,
  owner: string,
): Promise<string> {
  const address = await chain.jettonWallet(master, owner)
  await execute(pool, 'insert into ton_jetton_wallets values ($1, $2, $3) on conflict do nothing', [
    id,
    master,
    address,
  ])
  const select = 'select address from ton_jetton_wallets where network_id = $1 and master = $2'
  // None is stored if it is the wallet of another jetton.
  const stored = (await queryOne<{ address: string }>(pool, select, [id, master]))?.address
  if (stored === address) return address
  const reason = `the jetton ${master} names the wallet ${address} instead of ${stored ?? 'one that no other jetton has'}`
  onOther(reason)
  throw new ChainUnavailable(reason)
}
