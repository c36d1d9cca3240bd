/** `kill -9` of the real server while a deposit is on the play chain. */

import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { api, EXCHANGE_BASE, TOKEN_HEADER } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { PlayWalletView } from '../../../src/contract/play-wallet/views.ts'
import type { AssetView } from '../../../src/contract/portfolio/views.ts'
import type { TransactionsPage } from '../../../src/contract/transactions/views.ts'
import { anvilPids } from '../../fixtures/anvil-processes.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { freePort, startServer } from '../../fixtures/server-process.ts'

test('After a kill of the server at any moment of a deposit, no anvil is left and the deposit is credited once', async () => {
  const folder = scratchFolder()
  const port = await freePort()
  const settings = { PLAY_CHAIN: 'on', PLAY_BLOCK_MILLIS: '150' }
  let server = await startServer(folder, port, settings)
  const call = async <T>(method: string, path: string, body?: unknown, access = ''): Promise<T> => {
    const reply = await fetch(server.address + (path.startsWith('/api') ? EXCHANGE_BASE : '') + path, {
      method,
      headers: {
        [TOKEN_HEADER]: `Bearer ${access}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
    return (await reply.json()) as T
  }
  try {
    const { access } = await call<Tokens>('POST', api.register.path, {
      email: `${randomUUID()}@example.com`,
      password: 'plain words',
    })
    const get = <T>(path: string) => call<T>('GET', path, undefined, access)
    const balance = async () =>
      Number((await get<AssetView[]>(api.assets.path)).find(({ currency }) => currency.symbol === 'USDT')?.balance)
    const before = await balance()
    await eventually(
      () => get<PlayWalletView>(api.playWallet.path),
      ({ balances }) => balances[1]?.amount === '10000',
    )
    const delays = [0, 150, 400]
    for (const [index, delay] of delays.entries()) {
      const body = { network_id: 1, currency_id: 1, amount: '100', address: null }
      await eventually(() => call('POST', api.playSend.path, body, access))
      await sleep(delay)
      await server.kill()
      await eventually(
        async () => anvilPids(folder),
        (pids) => pids.length === 0,
      )
      server = await startServer(folder, port, settings)
      await eventually(balance, (now) => now >= before + 100 * (index + 1))
    }
    const { history } = await eventually(
      () => get<TransactionsPage>(api.transactions.path),
      (page) => page.history.every(({ status }) => status === 'completed'),
    )
    expect(history.map(({ amount }) => amount)).toEqual(delays.map(() => '100'))
    expect(await balance()).toBe(before + 100 * delays.length)
    const { balances } = await eventually(() => get<PlayWalletView>(api.playWallet.path))
    expect(balances[1]?.amount).toBe(String(10_000 - 100 * delays.length))
  } finally {
    await server.stop()
    expect(anvilPids(folder)).toEqual([])
    rmSync(folder, { recursive: true, force: true })
  }
}, 240_000)
