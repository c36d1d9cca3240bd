/** A new live exchange opens: coins, networks, hot wallets and markets, from the files that the operator's tool prints. */

import { generateKeyPairSync } from 'node:crypto'
import { friendlyAddress, parseTonAddress } from '../../src/chains/ton/address.ts'
import { api, EXCHANGE_BASE } from '../../src/contract/api.ts'
import type { CurrencyView, FullPairView } from '../../src/contract/markets/views.ts'
import { PLAY_CHAIN_ID, PLAY_TON_CHAIN_ID } from '../../src/contract/wallet/networks.ts'
import { PLAY_TOKEN } from '../../src/server/play-chain/genesis.ts'
import { PLAY_JETTON, playJettonWallet } from '../../src/server/play-ton/genesis.ts'
import type { LiveExchange } from '../fixtures/live-exchange.ts'
import { eventually } from '../fixtures/live-machine.ts'

export type Opened = {
  /** Ids by symbol. */
  readonly coins: Readonly<Record<string, number>>
  /** Ids by symbol of the base. */
  readonly pairs: Readonly<Record<string, number>>
  /** The file of the key with which an operator approves payments. */
  readonly key: string
  readonly hot: { readonly ethereum: string; readonly ton: string }
}

type NetworkFile = { chainId: number; assets: { contract: string | null }[] }
type MarketFile = { base: string; referencePrice: string }[]

/** Throws with what is wrong. */
export async function openListings(exchange: LiveExchange): Promise<Opened> {
  const { machine, chains, telegram, address, show, operator, health } = exchange
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = machine.newFile('server', 'olga.pem', String(privateKey.export({ type: 'pkcs8', format: 'pem' })))
  const approver = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  await exchange.writePolicy(undefined, approver)
  const { ethereum, ton: friendly } = await exchange.startSigner()
  const ton = parseTonAddress(friendly)?.raw ?? ''
  await exchange.startServer()
  if ((await get<readonly unknown[]>(api.currencies.path)).length > 0) throw new Error('a new exchange lists coins')

  const file = (name: string, content: unknown): string =>
    machine.newFile('server', name, typeof content === 'string' ? content : JSON.stringify(content))
  const example = (...words: readonly string[]): Promise<string> =>
    exchange.script('server', 'operator', '--', ...words)

  await operator('currencies', 'list', file('coins.json', await example('currencies', 'example')))
  const networks = [
    ['ethereum', PLAY_CHAIN_ID, PLAY_TOKEN],
    ['ton', PLAY_TON_CHAIN_ID, PLAY_JETTON],
  ] as const
  for (const [code, chainId, contract] of networks) {
    const network = JSON.parse(await example('networks', 'example', code)) as NetworkFile
    const assets = network.assets.map((asset) => (asset.contract === null ? asset : { ...asset, contract }))
    await operator('networks', 'set', file(`${code}.json`, { ...network, chainId, assets }))
  }
  await exchange.stopServer()
  await exchange.startServer()
  await eventually('`networks` names both hot wallets', async () => {
    const text = (await show('networks')).toLowerCase()
    return text.includes(ethereum) && text.includes(friendlyAddress(ton).toLowerCase())
  })
  // The jetton wallet is that of a hot wallet which the first start has made.
  let jettonWallet = ''
  await eventually('`networks` names the jetton wallet', async () => {
    jettonWallet = /for policy.json: (0:[0-9a-f]{64})/.exec(await show('networks'))?.[1] ?? ''
    return jettonWallet === playJettonWallet(ton)
  })
  await exchange.stopSigner()
  await exchange.writePolicy(jettonWallet, approver)
  await exchange.startSigner()
  await chains.sendEthereum(ethereum, 'coin', 10n ** 19n)
  await chains.sendEthereum(ethereum, 'USDT', 10_000n * 10n ** 6n)
  await chains.sendTon(ton, 'coin', 1_000n * 10n ** 9n)
  await chains.sendTon(ton, 'USDT', 10_000n * 10n ** 6n)

  const markets = JSON.parse(await example('markets', 'example')) as MarketFile
  await operator('markets', 'list', file('markets.json', markets))
  for (const base of ['ETH', 'TON']) await operator('markets', 'status', `${base}/USDT`, 'trading')
  await operator('markets', 'reference-price', 'TON/USDT', '3.5')
  await operator('markets', 'reference-price', 'TON/USDT', '3')
  await operator(
    'withdrawal-limits',
    'set',
    file('limits.json', {
      ...(JSON.parse(await example('withdrawal-limits', 'example')) as object),
      daily: ['20000', '50000'],
      automatic: '400',
      newAddresses: '5000',
    }),
  )

  const parts = [
    'database',
    'schema',
    'read_models',
    'network_ethereum',
    'network_ton',
    'signer',
    'email',
    'bot',
    'telegram_login',
  ]
  await eventually(`the parts ${parts.join(', ')} are ok`, async () => {
    const { parts: found } = await health()
    return parts.every((name) => found?.[name]?.state === 'ok')
  })
  telegram.queueUpdates(telegram.textUpdate(7, '/help'))
  await eventually('the bot answers a message', () => telegram.messagesTo(7).length > 0)
  const coins = await get<readonly CurrencyView[]>(api.currencies.path)
  const pairs = await get<readonly FullPairView[]>(api.fullPairs.path)
  return {
    coins: Object.fromEntries(coins.map(({ id, symbol }) => [symbol, id])),
    pairs: Object.fromEntries(pairs.map(({ id, base_currency }) => [base_currency.symbol, id])),
    key,
    hot: { ethereum, ton },
  }

  async function get<T>(path: string): Promise<T> {
    return (await (await fetch(address + EXCHANGE_BASE + path)).json()) as T
  }
}
