/**
 * The addresses of the exchange: number 0 is the hot wallet, and each user has one number. They are derived from the
 * extended public key of the signer, once, and stored.
 */

import { type AddressBranch, addressBranch } from '../../chains/evm/derive.ts'
import type { UserId } from '../../contract/ids.ts'
import { isRefused, type Refusal } from '../../contract/refusals.ts'
import { expectDefined } from '../../engine/assert.ts'
import { depositNumberOf, depositNumbers } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import { execute, query } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'

/** `user` is null for the hot wallet. */
type OwnAddress = { readonly number: number; readonly address: string; readonly user: UserId | null }

export type OwnAddresses = {
  readonly hot: string
  /** Undefined if the address is not ours. */
  find(address: string): OwnAddress | undefined
  /** Undefined if no user has the number. 0 is the hot wallet. */
  byNumber(number: number): OwnAddress | undefined
  /** The deposit address of the user, created by the first call. */
  give(user: UserId): Promise<string | Refusal>
  all(): Iterable<OwnAddress>
}

/** The signer has other keys than the addresses that users know: what is sent to them could not be moved. */
export class AddressMismatch extends Error {
  constructor() {
    super('the signer has other keys than the stored hot wallet address: give it the key that was used before')
  }
}

type Deps = {
  readonly database: Database
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  /** The extended public key m/44'/60'/0'. */
  readonly xpub: string
}

type Row = Tables['deposit_addresses']

/** Throws `AddressMismatch`. Derives the addresses that a crash left missing. */
export async function openOwnAddresses({ database: { pool }, sequencer, xpub }: Deps): Promise<OwnAddresses> {
  const derive: AddressBranch = addressBranch(xpub)
  const byAddress = new Map<string, OwnAddress>()
  const byNumber = new Map<number, OwnAddress>()

  function keep({ number, address, user_id: user }: Row): OwnAddress {
    const own = { number, address, user }
    byAddress.set(address, own)
    byNumber.set(number, own)
    return own
  }

  /** An address that is stored never changes. */
  async function store(number: number, user: UserId | null): Promise<OwnAddress> {
    const address = derive(number)
    await execute(
      pool,
      'insert into deposit_addresses (number, user_id, address) values ($1, $2, $3) on conflict do nothing',
      [number, user, address],
    )
    return keep({ number, address, user_id: user })
  }

  for (const row of await query<Row>(pool, 'select number, user_id, address from deposit_addresses')) keep(row)
  const hot = byNumber.get(0) ?? (await store(0, null))
  if (hot.address !== derive(0)) throw new AddressMismatch()
  const missing = await sequencer.read((state) => depositNumbers(state).filter(({ number }) => !byNumber.has(number)))
  for (const { number, user } of missing) await store(number, user)

  return {
    hot: hot.address,
    find: (address) => byAddress.get(address),
    byNumber: (number) => byNumber.get(number),
    all: () => byNumber.values(),
    async give(user) {
      const given = await sequencer.submit({ type: 'give-deposit-number', user }, (state, { answer }) =>
        answer.type === 'refused'
          ? answer.refusal
          : expectDefined(depositNumberOf(state, user), 'the command gave a number'),
      )
      if (isRefused(given)) return given
      return (byNumber.get(given) ?? (await store(given, user))).address
    },
  }
}
