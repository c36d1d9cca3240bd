/**
 * The wallets of the exchange for jettons, as their masters name them. The first answer is stored, and any other one refused
 * until an operator accepts it. What is stored is only compared: it could have been changed.
 */

import { ChainUnavailable } from '../../../chains/chain-unavailable.ts'
import type { TonChain } from '../../../chains/ton/chain.ts'
import type { NetworkId } from '../../../contract/ids.ts'
import { expectDefined } from '../../../engine/assert.ts'
import { jettonStreamOf, networkOf } from '../../../engine/exchange.ts'
import type { Database } from '../../postgres/database.ts'
import { execute, queryOne } from '../../postgres/query.ts'
import { transaction } from '../../postgres/transaction.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import type { Cursors } from '../base/cursors.ts'
import type { OtherJettonWallet } from '../base/networks.ts'

type OwnWalletDeps = {
  readonly id: NetworkId
  readonly chain: Pick<TonChain, 'jettonWallet'>
  readonly database: Pick<Database, 'pool'>
  readonly cursors: Pick<Cursors, 'forget'>
  readonly sequencer: Pick<Sequencer, 'read'>
  /** The wallet of the exchange. */
  readonly owner: () => string | undefined
  /** A jetton names another wallet than before; an operator has accepted it. */
  readonly close: (reason: string) => void
  readonly open: () => void
}

type OwnJettonWallets = {
  /** By master, raw. Throws `ChainUnavailable` until the master has answered since the start, and after `close`. */
  find(master: string): Promise<string>
  /** Undefined until the master has answered. */
  known(master: string): string | undefined
  /** Why the network is closed. */
  readonly other: OtherJettonWallet | undefined
}

export function ownJettonWallets(deps: OwnWalletDeps): OwnJettonWallets {
  const { chain, owner, close, open } = deps
  const confirmed = new Map<string, string>()
  let other: OtherJettonWallet | undefined
  return {
    async find(master) {
      const [known, wallet] = [confirmed.get(master), owner()]
      if (wallet === undefined) throw new ChainUnavailable('the wallet of the network is not known')
      if (known !== undefined) return known
      const now = await chain.jettonWallet(master, wallet)
      const before = await storedOrNow(deps, master, now)
      if (before !== now) {
        const accept = async () => {
          await replace(deps, master, now)
          other = undefined
          open()
        }
        other = { master, before, now, accept }
        const reason = `the jetton ${master} names the wallet ${now} instead of ${before ?? 'one that no other jetton has'}`
        close(reason)
        throw new ChainUnavailable(reason)
      }
      confirmed.set(master, now)
      return now
    },
    known: (master) => confirmed.get(master),
    get other() {
      return other
    },
  }
}

const INSERT = 'insert into ton_jetton_wallets values ($1, $2, $3) on conflict do nothing'

/** Null if it is the wallet of another jetton: then none is stored. */
async function storedOrNow({ id, database: { pool } }: OwnWalletDeps, master: string, now: string) {
  await execute(pool, INSERT, [id, master, now])
  const select = 'select address from ton_jetton_wallets where network_id = $1 and master = $2'
  return (await queryOne<{ address: string }>(pool, select, [id, master]))?.address ?? null
}

/** The place in the list of the wallet before is none in the list of this one. */
async function replace(
  { id, database, cursors, sequencer }: OwnWalletDeps,
  master: string,
  now: string,
): Promise<void> {
  const stream = await sequencer.read((state) =>
    jettonStreamOf(expectDefined(networkOf(state, id), 'a connected network is listed'), master),
  )
  await transaction(database.pool, 'begin', async (client) => {
    const remove = 'delete from ton_jetton_wallets where (network_id = $1 and master = $2) or address = $3'
    await client.query(remove, [id, master, now])
    await client.query(INSERT, [id, master, now])
    await client.query('delete from chain_cursors where stream = $1', [stream])
  })
  cursors.forget(stream)
}
