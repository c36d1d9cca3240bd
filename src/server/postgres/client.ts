/** A connection that ends no process, neither when it breaks nor with a row that is too long. */

import type { Duplex } from 'node:stream'
import pg from 'pg'

/** Far above every row of ours, and far below the longest string. */
const MAX_BYTES = 128 * 1_024 * 1_024
/** A type of one byte, and a length that counts itself. */
const HEADER_BYTES = 5
const LENGTH_BYTES = 4

/** Another program has stored a value that this server never does. Counts as an error of the network: the connection is lost. */
export class RowTooLong extends Error {
  readonly code = 'EMSGSIZE'
  constructor(bytes: number, columns: readonly string[]) {
    const row = columns.length === 0 ? 'an answer' : `a row with the columns ${columns.join(', ')}`
    super(`the database sends ${row} of ${bytes} bytes, which this server has not stored`)
  }
}

type Connection = pg.Connection & { attachListeners(stream: Duplex): void }

/** `hosts`: its address is read for each new connection, in place of `connectionString`. */
export type ClientOptions = pg.ClientConfig & { readonly hosts?: { readonly address: string } | undefined }

/** Queries that read a row that is too long reject with `RowTooLong`, before the row is in memory. The connection is lost then. */
export class Client extends pg.Client {
  /** Of the host; undefined without several ones. */
  readonly address: string | undefined

  constructor(config: ClientOptions = {}) {
    const { hosts, ...options } = config
    super(hosts === undefined ? options : { ...options, connectionString: hosts.address })
    this.address = hosts?.address
    const { connection } = this as unknown as { readonly connection: Connection }
    let columns: readonly string[] = []
    connection.on('rowDescription', ({ fields }: { readonly fields: readonly { readonly name: string }[] }) => {
      columns = fields.map(({ name }) => name)
    })
    const { attachListeners } = connection
    // Called once, with the stream of the protocol, also with TLS. Its parser comes first, so that the columns are known.
    connection.attachListeners = (stream) => {
      attachListeners.call(connection, stream)
      const longMessage = longMessages()
      stream.on('data', (bytes: Buffer) => {
        const length = longMessage(bytes)
        if (length !== undefined) stream.destroy(new RowTooLong(length, columns))
      })
    }
    // Else a broken connection would end the process. The next query reports the error itself.
    this.on('error', () => undefined)
  }

  /** From now on, a query that takes longer fails. */
  limitQueries(millis: number): void {
    const { connectionParameters } = this as unknown as { readonly connectionParameters: { query_timeout: number } }
    connectionParameters.query_timeout = millis
  }
}

/** Of each part of the stream in turn: the length of a message in it that is too long. */
function longMessages(): (bytes: Buffer) => number | undefined {
  let header: Buffer = Buffer.alloc(0)
  let rest = 0
  return (bytes) => {
    for (let at = 0; at < bytes.length; ) {
      const skipped = Math.min(rest, bytes.length - at)
      rest -= skipped
      at += skipped
      const part = bytes.subarray(at, at + HEADER_BYTES - header.length)
      at += part.length
      header = header.length === 0 ? part : Buffer.concat([header, part])
      if (header.length < HEADER_BYTES) continue
      rest = header.readUInt32BE(1) - LENGTH_BYTES
      if (rest > MAX_BYTES) return rest
      header = Buffer.alloc(0)
    }
    return undefined
  }
}
