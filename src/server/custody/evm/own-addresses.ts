/**
 * The addresses of the exchange: number 0 is the hot wallet, and each user has one number. They are derived from the
 * extended public key of the signer, and so is every stored one again, because who changes the table could else receive
 * deposits. Which user has a number is in the journal.
 */

import { setImmediate } from 'node:timers/promises'
import { type AddressBranch, addressBranch } from '../../../chains/evm/derive.ts'
import type { CurrencyId, NetworkId, UserId } from '../../../contract/ids.ts'
import { isRefused, type Refusal } from '../../../contract/refusals.ts'
import { expectDefined } from '../../../engine/assert.ts'
import { depositNumberOf, depositNumbers, receivedOn, type State } from '../../../engine/exchange.ts'
import type { Database } from '../../postgres/database.ts'
import { execute, query, queryOne } from '../../postgres/query.ts'
import type { Tables } from '../../postgres/tables.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import { AddressMismatch, OTHER_KEYS } from '../base/address-mismatch.ts'

/** `user` is null for the hot wallet. */
type OwnAddress = { readonly number: number; readonly address: string; readonly user: UserId | null }

export type OwnAddresses = {
  readonly hot: string
  /** Undefined if the address is not ours. */
  find(address: string): OwnAddress | undefined
  /** Undefined if no user has the number. 0 is the hot wallet. */
  byNumber(number: number): OwnAddress | undefined
  /** Undefined if `give` was not called for the user. */
  ofUser(user: UserId): OwnAddress | undefined
  /** The deposit address of the user, created by the first call. Throws `AddressMismatch`. */
  give(user: UserId): Promise<string | Refusal>
  all(): Iterable<OwnAddress>
}

type Deps = {
  readonly database: Pick<Database, 'pool'>
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  /** The extended public key m/44'/60'/0', as the signer tells it. */
  readonly xpub: string
  /** Waited for between two derivations, because a hundred thousand take a minute. What it throws ends the opening. */
  readonly nextTurn: () => Promise<unknown>
}

type Row = Tables['deposit_addresses']

/** All addresses, verified. Throws `AddressMismatch`. Stores the addresses that a crash left missing. */
export async function openOwnAddresses(deps: Deps): Promise<OwnAddresses> {
  const { pool } = deps.database
  const { sequencer, xpub, nextTurn } = deps
  const derive: AddressBranch = addressBranch(xpub)
  const byAddress = new Map<string, OwnAddress>()
  const byNumber = new Map<number, OwnAddress>()
  const byUser = new Map<UserId, OwnAddress>()

  function verify(own: OwnAddress, stored: Row | undefined): OwnAddress {
    const problem = problemOf(own, stored)
    if (problem !== undefined) throw new AddressMismatch(problem, 'deposit_addresses')
    byAddress.set(own.address, own)
    byNumber.set(own.number, own)
    if (own.user !== null) byUser.set(own.user, own)
    return own
  }

  async function store(own: OwnAddress): Promise<OwnAddress> {
    const { number, user, address } = own
    await execute(
      pool,
      'insert into deposit_addresses (number, user_id, address) values ($1, $2, $3) on conflict do nothing',
      [number, user, address],
    )
    const stored = await queryOne<Row>(pool, OF_NUMBER, [number])
    // Its user or its address is in another row: that one is wrong.
    return verify(own, stored ?? (await queryOne<Row>(pool, OF_OWNER, [user, address])))
  }

  const rows = await query<Row>(pool, 'select number, user_id, address from deposit_addresses')
  const stored = new Map(rows.map((row) => [row.number, row]))
  const given = await sequencer.read(depositNumbers)
  for (const { number, user } of [{ number: 0, user: null }, ...given]) {
    await nextTurn()
    const own = { number, user, address: derive(number) }
    const row = stored.get(number)
    if (row === undefined) await store(own)
    else verify(own, row)
  }
  const strange = rows.find(({ number }) => !byNumber.has(number))
  if (strange !== undefined)
    throw new AddressMismatch(
      `an address is stored for number ${strange.number}, which no user has`,
      'deposit_addresses',
    )

  return {
    hot: expectDefined(byNumber.get(0), 'number 0 is the first').address,
    find: (address) => byAddress.get(address),
    byNumber: (number) => byNumber.get(number),
    ofUser: (user) => byUser.get(user),
    all: () => byNumber.values(),
    async give(user) {
      const given = await sequencer.submit({ type: 'give-deposit-number', user }, (state, { answer }) =>
        answer.type === 'refused'
          ? answer.refusal
          : expectDefined(depositNumberOf(state, user), 'the command gave a number'),
      )
      if (isRefused(given)) return given
      return (byNumber.get(given) ?? (await store({ number: given, user, address: derive(given) }))).address
    },
  }
}

const OF_NUMBER = 'select number, user_id, address from deposit_addresses where number = $1'
const OF_OWNER = 'select number, user_id, address from deposit_addresses where user_id = $1 or address = $2 limit 1'

function problemOf({ number, user, address }: OwnAddress, stored: Row | undefined): string | undefined {
  if (stored?.number !== number)
    return `the stored row of number ${stored?.number} has the user or the address of number ${number}`
  if (stored.address !== address)
    return number === 0
      ? OTHER_KEYS
      : `the stored address of number ${number} is not the one that the key of the signer gives`
  return stored.user_id === user
    ? undefined
    : `the stored address of number ${number} belongs to another user than the journal says`
}

type ReceivingAddress = Pick<OwnAddress, 'number' | 'address'> & {
  readonly currency: CurrencyId
  readonly transfers: number
}

/** Of users, where transfers of a coin have arrived on the network, and how many. Nobody can hide one by a change of rows. */
export const receivingAddresses = (
  state: State,
  network: NetworkId,
  { find }: Pick<OwnAddresses, 'find'>,
): readonly ReceivingAddress[] =>
  receivedOn(state, network).flatMap(({ address, currency, transfers }) => {
    const number = find(address)?.number ?? 0
    return number === 0 ? [] : [{ number, address, currency, transfers }]
  })

type SharedDeps = Pick<Deps, 'database' | 'sequencer'> & { readonly xpub: () => Promise<string> }

/** All EVM networks have the same addresses: they are verified once. A call after a failed one tries again. */
export function sharedOwnAddresses(deps: SharedDeps): (signal: AbortSignal) => Promise<OwnAddresses> {
  let opening: Promise<OwnAddresses> | undefined
  return (signal) => {
    opening ??= deps
      .xpub()
      .then((xpub) => openOwnAddresses({ ...deps, xpub, nextTurn: () => setImmediate(undefined, { signal }) }))
      .catch((error: unknown) => {
        opening = undefined
        throw error
      })
    return opening
  }
}
