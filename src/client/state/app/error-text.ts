import type { Failure } from '../../connection/request.ts'
import { appText } from '../../text/app.ts'

/** The server's text for a failed request where it sent one, else `fallback`. */
export function errorText({ kind, code, detail }: Failure, fallback: string): string {
  if (kind === 'refused') return detail ?? fallback
  // Without a code, the outage was not reported by the exchange itself.
  return (code === undefined ? undefined : detail) ?? appText.errors.unreachable
}

type FormFailure = string | { readonly field: 'email' | 'password'; readonly text: string }

const FIELDS: Readonly<Partial<Record<string, 'email' | 'password'>>> = {
  EMAIL_TAKEN: 'email',
  BLANK_PASSWORD: 'password',
  BROKEN_PASSWORD: 'password',
  COMMON_PASSWORD: 'password',
  PASSWORD_IS_EMAIL: 'password',
}

/** The text of a failed request, with its field if it is about one. */
export function formFailure(failure: Failure, fallback: string): FormFailure {
  const [text, field] = [errorText(failure, fallback), FIELDS[failure.code ?? '']]
  return field === undefined ? text : { field, text }
}
