import { expect, test } from 'vitest'
import { house, listen } from './exchange-world.ts'

const home = house({ RATE_LIMITS: 'on', SOCKET_ACCESS_TOKEN: 'on' })

test('an access token opens a socket where the operator allows it', async () => {
  const { access } = await home().signUp()
  for (const token of [`Bearer_${access}`, access]) {
    const socket = await listen(`${home().address}/ws/charts/1/${token}/`)
    socket.say('get_assets')
    expect((await socket.next('assets')).data.length).toBeGreaterThan(0)
    socket.socket.terminate()
  }
})

test('forty messages at once, then twenty a second; whoever goes on is cut', async () => {
  const socket = await home().join(1)
  for (let count = 0; count < 60; count++) socket.say('ping')
  socket.say('place_order/{"client_order_id":"too-fast"}')
  expect(await socket.next('order_rejected')).toMatchObject({ client_order_id: 'too-fast', code: 'RATE_LIMITED' })
  const pongs = socket.heard.filter(({ type }) => type === 'pong').length
  expect(pongs).toBeGreaterThanOrEqual(40)
  expect(pongs).toBeLessThan(60)
  home().later(2_000)
  socket.say('ping')
  await socket.next('pong')
  for (let count = 0; count < 400; count++) socket.say('ping')
  expect(await socket.closed).toBe(4429)
})

test('ten sockets a user, fifty an address', async () => {
  const { access } = await home().signUp()
  const open = await Promise.all(Array.from({ length: 10 }, () => home().join(1, access)))
  await expect(home().join(1, access)).rejects.toThrow('429')
  const guests = await Promise.allSettled(Array.from({ length: 45 }, () => home().join(1)))
  const refused = guests.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(5)
  for (const { socket } of open) socket.terminate()
})
