/** Requests that two programs could read differently are refused. */

import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { api, EXCHANGE_BASE } from '../../../src/contract/api.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const INVALID = { status: 400, body: { code: 'INVALID_REQUEST' } }

test('A body with a key that occurs twice in one object is refused', async () => {
  await server().signUp('ann@example.com', 'correct horse')
  const twice = [
    '{"email": "ann@example.com", "password": "wrong words", "password": "correct horse"}',
    '{"email": "ann@example.com", "password": "wrong words", "pass\\u0077ord": "correct horse"}',
    '{"email": "ann@example.com", "password": "correct horse", "more": {"a": 1, "b": [{"a": 1, "a": 1}]}}',
  ]
  for (const body of twice) expect(await server().request('POST', api.login.path, { body })).toMatchObject(INVALID)
  const once = '{"email": "ann@example.com", "password": "correct horse"}'
  expect((await server().request('POST', api.login.path, { body: once })).status).toBe(200)
})

test('A socket message with a key that occurs twice is refused', async () => {
  const { access } = await server().signUp()
  const socket = await server().openSocket(1, access)
  socket.send('place_order/{"client_order_id": "a", "client_order_id": "b", "pair_id": 1}')
  const message = await socket.next('error')
  expect(message.detail).toBe('place_order takes one JSON object with unique keys.')
})

/** Sends raw text; returns the status line. */
const sendRaw = (text: string) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(server().address)
    const socket = connect(Number(port), hostname)
    let reply = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      reply += chunk
      if (reply.includes('\r\n')) {
        socket.destroy()
        resolve(reply.split('\r\n')[0] ?? '')
      }
    })
    socket.on('error', reject).on('close', () => resolve(reply))
    socket.write(text)
  })

test('A request or a socket upgrade with two Host headers is refused', async () => {
  const path = EXCHANGE_BASE + api.pairs.path
  const request = (...hosts: string[]) =>
    sendRaw(`GET ${path} HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}Connection: close\r\n\r\n`)
  expect(await request('127.0.0.1')).toContain('200')
  expect(await request('127.0.0.1', 'evil.example')).toContain('400')
  expect(await request('127.0.0.1', '127.0.0.1')).toContain('400')
  const upgrade = (...hosts: string[]) =>
    sendRaw(
      `GET /ws/charts/1/Unauthorized/ HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}` +
        'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
  expect(await upgrade('127.0.0.1')).toContain('101')
  expect(await upgrade('127.0.0.1', 'evil.example')).toContain('400')
})
