/** TON with real money, as the server opens it: over the endpoints of its settings. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../../src/server/runtime/system-clock.ts'
import { openTonFunds, type TonFunds } from '../../../src/server/wiring/open-ton-networks.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { clientOf } from '../../fixtures/signer-client.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { testCursors } from '../../fixtures/test-cursors.ts'
import { startTonWorld, TON_COIN, type TonWorld, USDT, units } from '../../fixtures/ton-world.ts'
import { startTwoTonEndpoints, type TwoTonEndpoints } from '../../fixtures/two-ton-endpoints.ts'

let world: TonWorld
let endpoints: TwoTonEndpoints

beforeAll(async () => {
  world = await startTonWorld()
  endpoints = await startTwoTonEndpoints(world.playTon.api)
  const watcher = await world.deploy()
  await watcher.stop()
})

afterAll(async () => {
  await world?.stop()
  await endpoints?.stop()
})

const open = (tonApiUrls: readonly string[]): Promise<TonFunds> =>
  openTonFunds({
    config: { playChain: undefined, tonApiUrls },
    database: world.database,
    sequencer: world.sequencer,
    clock: systemClock(),
    log: quiet,
    signer: clientOf(world.signer),
    cursors: testCursors(world.database),
    changed: () => undefined,
    onStep: undefined,
    delayedMillis: undefined,
  })

test('A deposit on TON is credited once both endpoints have it, and without endpoints the network is unavailable', async () => {
  const none = await open([])
  expect(none.networks.map(({ state }) => state)).toEqual(['unavailable'])
  const funds = await open([endpoints.first.url, endpoints.second.url])
  funds.start()
  const [network] = funds.networks
  await eventually(() => network?.isReady === true)
  expect([network?.state, funds.play]).toEqual(['available', undefined])
  const { id, memo } = await world.newUser()
  const before = await world.playTon.api('getAddressInformation', { address: world.hot })
  endpoints.second.lie = (method, { address }) =>
    method === 'getAddressInformation' && address === world.hot ? before : undefined
  await world.treasury.send({ to: world.hot, jetton: false, raw: 2n * 10n ** 9n, comment: memo })
  await world.treasury.send({ to: world.hot, jetton: true, raw: 5_000_000n, comment: memo })
  // The list of the jetton wallet is another one, which both have.
  await eventually(async () => (await world.balance(id, USDT)) === units('10005'))
  expect(await world.balance(id, TON_COIN)).toBe(units('10000'))
  endpoints.second.lie = undefined
  await eventually(async () => (await world.balance(id, TON_COIN)) === units('10002'))
  await Promise.all([funds.stop(), none.stop()])
})
