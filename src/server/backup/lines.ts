import type { Readable } from 'node:stream'

/** The lines of a text in UTF-8, without their ends. Throws what the stream fails with. */
export async function* linesOf(stream: Readable): AsyncGenerator<string> {
  stream.setEncoding('utf8')
  let parts: string[] = []
  for await (const chunk of stream) {
    const [end = '', ...lines] = (chunk as string).split('\n')
    parts.push(end)
    const begin = lines.pop()
    if (begin === undefined) continue
    yield parts.join('')
    yield* lines
    parts = [begin]
  }
  const rest = parts.join('')
  if (rest !== '') yield rest
}
