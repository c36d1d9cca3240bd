// A command of the engine that the server never submits is a rule that no user and no operator can reach.
import { type Finding, isNode, type Node, type Source } from './source.ts'

const DECLARED = /^\s*(?:export type \w+ = .*\{ )?readonly type: '([a-z-]+)'/

/** The types of the objects that a file makes. The name of a command in a type, a comparison or a query submits nothing. */
const typesMade = ({ nodes }: Source): readonly unknown[] =>
  nodes
    .filter(({ type }) => type === 'ObjectExpression')
    .flatMap(({ properties }) => (Array.isArray(properties) ? properties.filter(isNode) : []))
    .filter(({ key }) => isNode(key) && key.name === 'type')
    .flatMap(({ value }) => (isNode(value) ? valuesOf(value) : []))

/** Of a literal, also `as const`, and of both sides of a condition. */
function valuesOf({ type, value, expression, consequent, alternate }: Node): readonly unknown[] {
  const parts = [expression, consequent, alternate].filter(isNode)
  return type === 'Literal' ? [value] : parts.flatMap(valuesOf)
}

export function checkSubmitted(sources: readonly Source[]): readonly Finding[] {
  const server = sources.filter(({ path }) => path.startsWith('src/server/'))
  const submitted = new Set(server.flatMap(typesMade))
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
