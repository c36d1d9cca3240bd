/** What wallet apps of TON Connect need from the server. */

import { expect, test } from 'vitest'
import { TON_MANIFEST_PATH, TON_WALLETS } from '../../../src/contract/wallet/ton-wallets.ts'
import { headersFor } from '../../../src/server/http/security-headers.ts'
import { readConfig } from '../../../src/server/runtime/config.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const PUBLIC_URL = 'https://tern.example'
const server = setUpTestServer({ PUBLIC_URL, APP_NAME: 'Sterna', TONCONNECT: 'on' })

test('Wallets get the name and a PNG icon of 180 pixels from every origin', async () => {
  const { body, headers } = await server().request<{ iconUrl: string }>('GET', TON_MANIFEST_PATH)
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(body).toEqual({ url: PUBLIC_URL, name: 'Sterna', iconUrl: `${PUBLIC_URL}/icon.png` })
  const icon = await fetch(new URL(new URL(body.iconUrl).pathname, server().address))
  expect(icon.headers.get('content-type')).toBe('image/png')
  const bytes = Buffer.from(await icon.arrayBuffer())
  expect([bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual(['PNG', 180, 180])
})

test('Pages connect to the bridges of the wallets only with TONCONNECT=on', async () => {
  const policy = (await server().request('GET', '/trade')).headers.get('content-security-policy') ?? ''
  const config = { ...readConfig({}), tonConnect: false }
  const without = headersFor({ headers: {}, url: '/trade' } as never, config)['content-security-policy']
  for (const { bridgeUrl } of TON_WALLETS) {
    expect(policy).toContain(` ${new URL(bridgeUrl).origin}`)
    expect(without).not.toContain(new URL(bridgeUrl).hostname)
  }
})

test('TONCONNECT=on without PUBLIC_URL is refused at the start', () => {
  expect(() => readConfig({ TONCONNECT: 'on' })).toThrow('TONCONNECT=on needs PUBLIC_URL')
})
