// A command of the engine that the server never submits is a rule that no user and no operator can reach.
import type { Finding, Source } from './source.ts'

const DECLARED = /^\s*(?:export type \w+ = .*\{ )?readonly type: '([a-z-]+)'/
const SUBMITTED = /\btype: '([a-z-]+)'/g

export function checkSubmitted(sources: readonly Source[]): readonly Finding[] {
  const server = sources.filter(({ path }) => path.startsWith('src/server/'))
  const submitted = new Set(server.flatMap(({ text }) => Array.from(text.matchAll(SUBMITTED), ([, type]) => type)))
  return sources
    .filter(({ path }) => /^src\/engine\/[a-z]+\/commands\.ts$/.test(path))
    .flatMap(({ path, lines }) =>
      lines.flatMap((text, index) => {
        const type = DECLARED.exec(text)?.[1]
        return type === undefined || submitted.has(type)
          ? []
          : [{ path, line: index + 1, what: `declares ${type}, which nothing in src/server submits` }]
      }),
    )
}
