/** Ann, Bob, and Cold whose account is frozen: each with a past, open orders and a socket; and a guest with a socket. */

import { randomUUID } from 'node:crypto'
import { api } from '../../src/contract/api.ts'
import type { OrderView, ProfileView, Tokens } from '../../src/contract/views.ts'
import { known } from '../../src/engine/assert.ts'
import { stateText } from '../../src/engine/state-text.ts'
import { openOrderViews } from '../../src/server/orders/desk.ts'
import type { House, Listener } from './exchange-world.ts'

export const NAMES = ['ann', 'bob', 'cold'] as const
export const ACTORS = ['guest', ...NAMES] as const
export type Name = (typeof NAMES)[number]
export type Actor = (typeof ACTORS)[number]

export type Person = {
  readonly tokens: Tokens
  readonly profile: ProfileView
  readonly socket: Listener
  /** Begins every client id of theirs. */
  readonly mark: string
  /** Whatever tells who they are or what is theirs. */
  readonly secrets: readonly string[]
}

export type People = Readonly<Record<Name, Person>> & { readonly guest: Listener }

export const DOGE = 7
export const BTC = 1
const OPEN_ORDERS = 4

export async function gather(house: House): Promise<People> {
  const [ann, bob, cold] = [await meet(house), await meet(house), await meet(house)]
  await trade(house, ann, bob)
  await house.exchange.sequencer.submit(
    { type: 'set-account-frozen', user: cold.profile.uuid, frozen: true },
    () => undefined,
  )
  return { ann, bob, cold, guest: await house.join(DOGE) }
}

async function meet(house: House): Promise<Person> {
  const tokens = await house.signUp()
  const { access } = tokens
  const { body: profile } = await house.ask<ProfileView>('GET', api.profile.path, { access })
  const socket = await house.join(DOGE, access)
  const mark = randomUUID().slice(0, 13)
  await house.offer(DOGE, '0.1', '1000')
  const buy = { pair_id: DOGE, side: 'buy', type: 'limit', price: '0.08', volume: '100' }
  const orders = [
    await place(house, access, mark, { pair_id: DOGE, side: 'buy', type: 'market', volume: '1000' }),
    await place(house, access, mark, { ...buy, pair_id: BTC, price: '60000', volume: '0.001' }),
  ]
  for (let count = 0; count < OPEN_ORDERS; count++) orders.push(await place(house, access, mark, buy))
  const ids = orders.map(({ uuid }) => uuid)
  const secrets = [profile.uuid, profile.email ?? '', profile.referral_code, mark, access, tokens.refresh, ...ids]
  return { tokens, profile, socket, mark, secrets }
}

async function place(house: House, access: string, mark: string, wish: object): Promise<OrderView> {
  const body = { client_order_id: `${mark}-${randomUUID().slice(0, 8)}`, ...wish }
  const reply = await house.ask<OrderView>('POST', api.placeOrder.path, { body, access })
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
  return reply.body
}

/** Each has the other as the other party of a trade. */
async function trade(house: House, seller: Person, buyer: Person): Promise<void> {
  const deal = { pair_id: DOGE, type: 'limit', price: '0.09', volume: '100' }
  await place(house, seller.tokens.access, seller.mark, { ...deal, side: 'sell' })
  await place(house, buyer.tokens.access, buyer.mark, { ...deal, side: 'buy' })
}

/** All the exchange knows of them: it changes when anything of theirs does. */
export const holdingsOf = ({ exchange }: House, { profile }: Person): Promise<readonly string[]> =>
  exchange.sequencer.read((state) => [...stateText(state)].filter((line) => line.includes(profile.uuid)))

/** Their oldest: it is one of those they began with. */
export const openOrderOf = ({ exchange }: House, { profile }: Person): Promise<OrderView> =>
  exchange.sequencer.read((state) =>
    known(
      openOrderViews(state, profile.uuid).findLast(({ pair_id }) => pair_id === DOGE),
      'they have enough orders',
    ),
  )
