import type { Failure } from '../../connection/request.ts'
import { appText } from '../../text/app.ts'

/** The server's text for a failed request where it sent one, else `fallback`. */
export function errorText({ kind, code, detail }: Failure, fallback: string): string {
  if (kind === 'refused') return detail ?? fallback
  // Without a code, the outage was not reported by the exchange itself.
  return (code === undefined ? undefined : detail) ?? appText.errors.unreachable
}
