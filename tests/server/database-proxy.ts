/** A line to the scratch PostgreSQL by TCP, on which things go wrong as on any other. */

import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

export type Line = {
  /** What `DATABASE_URL` takes, of the same database, over this line. */
  readonly url: string
  /** Our end dies; the server is told nothing. */
  abandon(): void
  /** From now on, or for all that comes later, whoever connects is told the number of another session. */
  pool(): void
  close(): void
}

/** `url` is what `world.newDatabaseUrl` gives: a database behind a socket file. */
export async function openLine(url: string): Promise<Line> {
  const address = new URL(url.replace('postgresql:///', 'postgresql://x/'))
  const file = join(address.searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const ours = new Set<Socket>()
  const theirs = new Set<Socket>()
  let isPooled = false
  const server = createServer((near) => {
    const far = connect(file)
    ours.add(near)
    theirs.add(far)
    for (const end of [near, far]) end.on('error', () => undefined)
    near.on('data', (data) => far.write(data))
    far.on('data', (data) => near.write(isPooled ? withOtherSession(data) : data))
    near.on('end', () => far.end())
    far.on('close', () => near.destroy())
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const bound = server.address()
  const port = typeof bound === 'object' ? bound?.port : 0
  return {
    url: `postgresql://${address.searchParams.get('user')}@127.0.0.1:${port}${address.pathname}`,
    abandon() {
      for (const end of ours) {
        end.removeAllListeners('end')
        end.destroy()
      }
      ours.clear()
    },
    pool() {
      isPooled = true
    },
    close() {
      server.close()
      for (const end of [...ours, ...theirs]) end.destroy()
    },
  }
}

/** BackendKeyData: a letter, a length, the session's number, a secret. */
function withOtherSession(data: Buffer): Buffer {
  const at = data.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]))
  if (at !== -1) data.writeInt32BE(data.readInt32BE(at + 5) ^ 1, at + 5)
  return data
}
