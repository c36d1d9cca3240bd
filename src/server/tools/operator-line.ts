/** Parses the command line of `npm run operator`. */

import { parseArgs } from 'node:util'
import { isBlank } from '../../contract/visible-text.ts'
import { COMMAND_LINES, type CommandLine, type WrittenFile } from './operator-commands.ts'
import type { ExampleName } from './operator-examples.ts'

export type ParsedLine =
  | {
      readonly type: 'action'
      readonly command: Extract<CommandLine, { readonly action: unknown }>
      /** The values of arguments and options by name, in lower case. */
      readonly input: Readonly<Record<string, string | true>>
      readonly reason: string | null
      readonly as: string | undefined
      /** The file of the operator's key. */
      readonly key: string | undefined
      readonly isConfirmed: boolean
    }
  | ({ readonly type: 'file' } & FileLine)
  | { readonly type: 'example'; readonly name: ExampleName }
  | { readonly type: 'help' }
  | { readonly type: 'wrong'; readonly text: string }

export type FileLine = {
  readonly name: WrittenFile
  readonly input: Readonly<Record<string, string | true>>
  readonly reason: string
  readonly as: string | undefined
}

const OPTIONS = {
  set: { type: 'string' },
  answer: { type: 'string' },
  key: { type: 'string' },
  sessions: { type: 'boolean' },
  'passphrase-file': { type: 'string' },
  yes: { type: 'boolean' },
  reason: { type: 'string' },
  as: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

export function parseLine(args: readonly string[]): ParsedLine {
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(args)
  } catch (error) {
    return { type: 'wrong', text: error instanceof Error ? error.message : String(error) }
  }
  const { values, positionals } = parsed
  const { help, as, reason = null, yes = false, ...options } = values
  if (help || positionals.length === 0) return { type: 'help' }
  const command = COMMAND_LINES.find((each) => matches(each, positionals, Object.keys(options)))
  if (command === undefined)
    return { type: 'wrong', text: `these words are not a command:\n${usageOf(positionals[0])}` }
  if (command.isChange && isBlank(reason ?? '')) return { type: 'wrong', text: 'a change needs --reason "why"' }
  if (!command.isChange && reason !== null) return { type: 'wrong', text: 'this changes nothing: leave out --reason' }
  if (yes && !command.isConfirmed) return { type: 'wrong', text: 'this needs no confirmation: leave out --yes' }
  if ('prints' in command) return { type: 'example', name: command.prints }
  const { key, sessions, ...sent } = options
  const input = { ...argumentsOf(command, positionals), ...sent, ...(sessions === true && { sessions }) }
  if ('writes' in command) return { type: 'file', name: command.writes, input, reason: reason ?? '', as }
  return { type: 'action', command, input, reason, as, key, isConfirmed: yes }
}

const parse = (args: readonly string[]) => parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })

const isArgument = (word: string): boolean => word === word.toUpperCase()

const matches = (
  { words, options = [], optional = [] }: CommandLine,
  typed: readonly string[],
  given: readonly string[],
): boolean =>
  words.length === typed.length &&
  words.every((word, index) => isArgument(word) || word === typed[index]) &&
  options.every((name) => given.includes(name)) &&
  given.every((name) => [...options, ...optional].some((known) => known === name))

const argumentsOf = ({ words }: CommandLine, typed: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    words.flatMap((word, index) => (isArgument(word) ? [[word.toLowerCase(), typed[index] ?? '']] : [])),
  )

/** The commands that begin with this word, or all of them. */
function usageOf(first: string | undefined): string {
  const same = COMMAND_LINES.filter(({ words }) => words[0] === first)
  const rows = (same.length > 0 ? same : COMMAND_LINES).map((command) => [usage(command), command.about] as const)
  const width = Math.max(...rows.map(([line]) => line.length))
  return rows.map(([line, about]) => `  ${line.padEnd(width)}  ${about}`).join('\n')
}

function usage({ words, options = [], optional = [], isChange, isConfirmed }: CommandLine): string {
  const named = options.map((name) => `--${name} ${name.toUpperCase()}`)
  const free = optional.map((name) => (OPTIONS[name].type === 'boolean' ? `[--${name}]` : `[--${name} FILE]`))
  const confirmed = isConfirmed ? ['[--yes]'] : []
  return [...words, ...named, ...free, ...confirmed, ...(isChange ? ['--reason TEXT'] : [])].join(' ')
}

export const HELP = `npm run operator -- COMMAND

Talks to the running server through operator.sock in DATA_DIR. Each change is recorded in the journal with your name
(--as NAME, else the name of your system user) and the reason.

The example commands print a complete file for real coins: npm run -s operator -- networks example ton > ton.json

${usageOf(undefined)}
`
