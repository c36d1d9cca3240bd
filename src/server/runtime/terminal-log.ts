/** The lines of the log as text, for a person at a terminal. */

type Entry = Readonly<Record<string, unknown>> & {
  readonly level: number
  readonly time: number
  readonly msg?: string
}
type LoggedError = { readonly message?: string; readonly stack?: string }

const WARNING = 40
const ERROR = 50
/** Shown in front of the text, or not at all. */
const OWN_PLACE = ['level', 'time', 'event', 'msg', 'err']

/**
 * `{"level":40,"time":1763900000000,"event":"x","seq":7,"msg":"a commit is slow"}` becomes
 * `12:13:20  WARNING a commit is slow (seq: 7)`, in local time. Errors have their stack in the following lines.
 */
export function terminalLine(json: string): string {
  const entry: Entry = JSON.parse(json)
  const error = entry.err as LoggedError | undefined
  const text = [entry.msg, error?.message].filter(Boolean).join(': ')
  const fields = Object.entries(entry).filter(([name]) => !OWN_PLACE.includes(name))
  const more = fields.length === 0 ? '' : ` (${fields.map(([name, value]) => `${name}: ${textOf(value)}`).join(', ')})`
  const stack = entry.level >= ERROR && error?.stack !== undefined ? `\n${error.stack.replaceAll(/^/gm, '    ')}` : ''
  return `${timeOf(entry.time)}  ${severityOf(entry.level)}${text}${more}${stack}\n`
}

const timeOf = (millis: number): string => new Date(millis).toTimeString().slice(0, 8)

const severityOf = (level: number): string => (level >= ERROR ? 'ERROR ' : level >= WARNING ? 'WARNING ' : '')

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
