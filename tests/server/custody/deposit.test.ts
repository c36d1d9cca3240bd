/** The path of a deposit, with the real chain of play mode: from the play wallet to the balance. */

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { PlayWalletView } from '../../../src/contract/play-wallet/views.ts'
import type { TransactionsPage } from '../../../src/contract/transactions/views.ts'
import type { NetworkView } from '../../../src/contract/wallet/views.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer({ PLAY_CHAIN: 'on', PLAY_BLOCK_MILLIS: '100', LOG_LEVEL: 'info' })

test('path', async () => {
  const { access } = await server().signUp()
  const get = <T>(path: string) => server().request<T>('GET', path, { access })
  let networks: NetworkView[] = []
  const t0 = performance.now()
  for (let i = 0; i < 200; i++) {
    networks = (await get<NetworkView[]>(api.networks.path.replace(':id', '3'))).body
    if (networks[0]?.state === 'available') break
    await sleep(50)
  }
  console.log(performance.now() - t0, networks)
  const wallet = await get<PlayWalletView>('/play/wallet/')
  console.log(performance.now() - t0, JSON.stringify(wallet.body))
  const sent = await server().request('POST', '/play/wallet/send/', {
    access,
    body: { network_id: 1, currency_id: 1, amount: '100', address: null },
  })
  console.log(sent.status, sent.body)
  const t1 = performance.now()
  for (let i = 0; i < 200; i++) {
    const { body } = await get<TransactionsPage>(api.transactions.path + '?type_=deposit')
    if (i % 4 === 0 || body.history[0]?.status === 'completed')
      console.log(
        performance.now() - t1,
        body.history.map(({ status, confirmations, amount, currency_symbol, uuid, reason }) => [
          status,
          confirmations,
          amount,
          currency_symbol,
          uuid,
          reason,
        ]),
      )
    if (body.history[0]?.status === 'completed') break
    await sleep(50)
  }
  console.log(JSON.stringify((await get<PlayWalletView>('/play/wallet/')).body))
  console.log((await server().request('GET', '/health')).body)
})
