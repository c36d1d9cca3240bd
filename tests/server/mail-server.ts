/** A mail server of the tests, on this machine, in the mood it is told to be in. */

import { SMTPServer } from 'smtp-server'

/**
 * `refusing` knows nobody, `busy` asks to come back, `dying` hangs up in the middle of a letter, and `silent` takes the
 * letter and says nothing more.
 */
export type Mood = 'kind' | 'refusing' | 'busy' | 'dying' | 'silent'

export type Received = { readonly to: string; readonly content: string }

export type MailServer = {
  readonly url: string
  mood: Mood
  readonly received: Received[]
  /** How often somebody began a letter. */
  tries: number
  stop(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onRcptTo(_address, _session, callback) {
      house.tries += 1
      if (house.mood === 'refusing') callback(failing(550, 'no such user'))
      else if (house.mood === 'busy') callback(failing(451, 'come back later'))
      else callback()
    },
    onData(stream, { envelope, id }, callback) {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => {
        pieces.push(piece)
        if (house.mood !== 'dying') return
        for (const each of server.connections) if (each.id === id) each.close()
      })
      stream.on('end', () => {
        if (house.mood !== 'kind') return
        house.received.push({ to: envelope.rcptTo[0]?.address ?? '', content: Buffer.concat(pieces).toString() })
        callback()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const house: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    mood: 'kind',
    received: [],
    tries: 0,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return house
}

const failing = (responseCode: number, words: string): Error => Object.assign(new Error(words), { responseCode })

/** As a reader's program shows it: lines that were broken for the way are whole again. */
export function readable(content: string): string {
  const unfolded = content.replace(/=\r\n/g, '')
  return unfolded.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** Where the link of a letter leads. */
export const linkIn = (content: string): URL => new URL(/^https?:\/\/\S+$/m.exec(readable(content))?.[0] ?? 'no:link')

/** What the link of a letter ends in: behind the `#`, which no server between here and there sees. */
export const tokenIn = (letter: string): string => new URLSearchParams(linkIn(letter).hash.slice(1)).get('token') ?? ''
