/** A user's own past over the socket, page by page, and by HTTP where that has the same. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { PAST_PAGE } from '../../src/contract/socket.ts'
import { house, type Listener } from './exchange-world.ts'

const home = house()
const DOGE = 7

const place = async (me: Listener, wish: object) => {
  me.say(`place_order/${JSON.stringify({ client_order_id: randomUUID(), pair_id: DOGE, ...wish })}`)
  return (await me.next('order_accepted')).data
}
const rest = (me: Listener) => place(me, { side: 'buy', type: 'limit', price: '0.08', volume: '100' })

/** Resolves when it is answered. */
async function cancel(me: Listener, uuid: string): Promise<void> {
  me.say(`cancel_order/${uuid}`)
  for (;;) {
    const { data } = await me.next('order_update')
    if (data.uuid === uuid && data.status === 'cancelled') return
  }
}

async function signedIn(): Promise<{ me: Listener; access: string }> {
  const { access } = await home().signUp()
  return { me: await home().join(DOGE, access), access }
}

test('closed orders come in pages, newest first, as soon as they are closed', async () => {
  const { me } = await signedIn()
  const closed: string[] = []
  for (let count = 0; count <= PAST_PAGE; count++) {
    const { uuid } = await rest(me)
    await cancel(me, uuid)
    me.say('get_order_history/1')
    const { page, data } = await me.next('order_history')
    expect([page, data[0]?.uuid, data[0]?.status]).toEqual([1, uuid, 'cancelled'])
    closed.unshift(uuid)
  }
  await rest(me)
  me.say('get_order_history/1')
  const first = await me.next('order_history')
  me.say('get_order_history/2')
  const second = await me.next('order_history')
  expect([first.next, second.next, second.page]).toEqual([true, false, 2])
  expect([...first.data, ...second.data].map(({ uuid }) => uuid)).toEqual(closed)
  me.say('get_order_history/99999')
  expect(await me.next('order_history')).toMatchObject({ page: 99_999, next: false, data: [] })
  me.say('cancel_all_orders/all')
})

test('a guest has no past, and a page is a number', async () => {
  const guest = await home().join(DOGE)
  const { me } = await signedIn()
  for (const name of ['get_order_history']) {
    guest.say(`${name}/1`)
    expect(await guest.next('error')).toMatchObject({ code: 'UNAUTHORIZED_TRADE' })
    for (const page of ['', '0', '-1', '1.5', '100000', 'x', '1/2']) {
      me.say(`${name}/${page}`)
      expect(await me.next('error')).toMatchObject({ code: 'UNKNOWN_COMMAND', detail: expect.stringContaining(name) })
    }
  }
})
