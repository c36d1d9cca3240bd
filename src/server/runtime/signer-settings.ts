/** Where the signer of a live exchange answers. The server never starts it. */

import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { readPrivateFile } from '../../files/private-file.ts'
import { readSecretFile, SECRET, SECRET_FORM } from './secret-file.ts'
import { BadSetting, type EnvironmentReader } from './setting-reader.ts'

/**
 * `child`: of play mode, started and stopped with the server. `socket`: a process of its own. `tls`: one on another machine;
 * `certificate` is that of its side, `identity` the own one with its key, both in PEM.
 */
export type SignerSettings =
  | { readonly type: 'child' }
  | { readonly type: 'socket'; readonly socket: string; readonly token: string }
  | { readonly type: 'tls'; readonly tls: TlsSettings; readonly token: string }

type TlsSettings = {
  readonly host: string
  readonly port: number
  readonly certificate: string
  readonly identity: string
}

/** Undefined: nothing can be signed. */
export function readSignerSettings(read: EnvironmentReader): SignerSettings | undefined {
  const [socket, url] = [read.text('SIGNER_SOCKET'), read.text('SIGNER_URL')]
  const token = readToken(read)
  if (url === undefined)
    for (const name of ['SIGNER_CERT_FILE', 'SIGNER_CLIENT_FILE'])
      if (read.text(name) !== undefined) throw new BadSetting(`${name} needs SIGNER_URL`)
  if (socket === undefined && url === undefined) {
    if (token !== undefined) throw new BadSetting('SIGNER_TOKEN needs SIGNER_SOCKET or SIGNER_URL')
    return undefined
  }
  if (socket !== undefined && url !== undefined)
    throw new BadSetting('SIGNER_SOCKET and SIGNER_URL are both set: there is one signer')
  if (token === undefined)
    throw new BadSetting(
      `${socket === undefined ? 'SIGNER_URL' : 'SIGNER_SOCKET'} needs SIGNER_TOKEN or SIGNER_TOKEN_FILE`,
    )
  if (socket !== undefined) return { type: 'socket', socket: resolve(socket), token }
  return { type: 'tls', tls: readTlsSettings(read, url ?? ''), token }
}

function readToken(read: EnvironmentReader): string | undefined {
  const token = read.pattern('SIGNER_TOKEN', SECRET, SECRET_FORM)
  const file = read.text('SIGNER_TOKEN_FILE')
  if (token !== undefined || file === undefined) return token
  return readSecretFile('SIGNER_TOKEN_FILE', file, { format: SECRET, description: SECRET_FORM })
}

function readTlsSettings(read: EnvironmentReader, url: string): TlsSettings {
  const [, host, port] = /^tls:\/\/(\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})\/?$/i.exec(url) ?? []
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535)
    throw new BadSetting('SIGNER_URL must be tls://HOST:PORT, such as tls://10.0.0.1:7443')
  const certificate = readPem(read, 'SIGNER_CERT_FILE', (file) => readFileSync(file, 'utf8'))
  const identity = readPem(read, 'SIGNER_CLIENT_FILE', readPrivateFile)
  try {
    if (!new X509Certificate(identity).checkPrivateKey(createPrivateKey(identity))) throw new Error('it is another one')
  } catch (error) {
    throw new BadSetting(`SIGNER_CLIENT_FILE must contain the key of its certificate: ${messageOf(error)}`)
  }
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port), certificate, identity }
}

function readPem(read: EnvironmentReader, name: string, readFile: (file: string) => string): string {
  const file = read.text(name)
  if (file === undefined) throw new BadSetting(`SIGNER_URL needs ${name}`)
  try {
    const text = readFile(file)
    new X509Certificate(text)
    return text
  } catch (error) {
    throw new BadSetting(`${name} must be a file with a certificate in PEM: ${messageOf(error)}`)
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
