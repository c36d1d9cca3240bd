/** The signer on another machine, behind a program that takes TLS from the servers whose certificates it has. */

import { readFileSync, rmSync } from 'node:fs'
import { connect, type Server } from 'node:net'
import { join } from 'node:path'
import { createServer, type TlsOptions, type Server as TlsServer } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signerClient } from '../../../../src/server/custody/signer/signer-client.ts'
import { listen } from '../../../../src/signer/socket-server.ts'
import { scratchFolder } from '../../../fixtures/scratch-folder.ts'
import { openTestSigner, withdrawal } from '../../../signer/signer-folder.ts'

const CERTIFICATES = join(import.meta.dirname, '../../../fixtures/certificates')
const [ofSigner, ofServer, ofOther] = ['signer', 'server', 'other'].map((name) =>
  readFileSync(join(CERTIFICATES, `${name}.pem`), 'utf8'),
)
const TOKEN = 'x'.repeat(32)
const folder = scratchFolder()
const socket = join(folder, 'signer.sock')
const signer = openTestSigner()
const open: { close(): unknown }[] = []
let signerSocket: Server

beforeAll(async () => {
  signerSocket = await listen(socket, { signer, token: TOKEN, gid: undefined, onFailed: () => undefined })
  open.push(signerSocket)
})
afterAll(() => {
  for (const each of open) each.close()
  signer.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** What stunnel does with `verifyPeer`. Returns its port. */
async function forward(identity = ofSigner, options: TlsOptions = {}): Promise<number> {
  const tls = { cert: identity, key: identity, ca: ofServer, requestCert: true, rejectUnauthorized: true, ...options }
  const server = createServer(tls, (client) => {
    const behind = connect(socket)
    for (const each of [client, behind]) each.on('error', () => each.destroy())
    client.pipe(behind).pipe(client)
  })
  return listenAt(server)
}

async function listenAt(server: TlsServer): Promise<number> {
  server.on('tlsClientError', () => undefined)
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : 0
}

const clientOf = (port: number, own = ofServer, token = TOKEN) =>
  signerClient({ tls: { host: '127.0.0.1', port, certificate: ofSigner ?? '', identity: own ?? '' }, token })

test('A server signs over TLS with the signer of another machine, as over its socket', async () => {
  const client = clientOf(await forward())
  expect(await client.xpub()).toBe(await signerClient({ socket, token: TOKEN }).xpub())
  expect(await client.sign(withdrawal())).toHaveProperty('txid')
  expect(await client.versions(10)).toHaveLength(1)
})

test('A server sends nothing to a machine with another certificate than that of the signer', async () => {
  let received = 0
  const port = await listenAt(
    createServer({ cert: ofOther, key: ofOther }, (client) => client.on('data', ({ length }) => (received += length))),
  )
  await expect(clientOf(port).xpub()).rejects.toThrow(/the signer cannot be reached/)
  expect(received).toBe(0)
})

test('A server with another certificate, an older TLS or another token gets no answer', async () => {
  await expect(clientOf(await forward(), ofOther).xpub()).rejects.toThrow(/the signer (cannot be reached|closed)/)
  await expect(clientOf(await forward(ofSigner, { maxVersion: 'TLSv1.2' })).xpub()).rejects.toThrow(/cannot be reached/)
  await expect(clientOf(await forward(), ofServer, 'y'.repeat(32)).xpub()).rejects.toThrow(/closed the connection/)
})
