import type { Readable } from 'node:stream'

/** The lines of a text in UTF-8, without their ends. Throws what the stream fails with. */
export async function* linesOf(stream: Readable): AsyncGenerator<string> {
  stream.setEncoding('utf8')
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
