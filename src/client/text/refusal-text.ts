import type { Refusal } from '../../contract/refusals.ts'
import { refusalsText } from './refusals.ts'

type Received<Detail> = {
  readonly code?: string
  readonly params?: Readonly<Record<string, string>>
  readonly detail: Detail
}

/** The app's own text for a refusal. */
export function refusalText({ code, params }: Pick<Refusal, 'code' | 'params'>): string {
  const text = refusalsText[code]
  return typeof text === 'function' ? text(params) : text
}

/** The same for a refusal from the server. Its `detail` is used for a code that this version of the app does not know. */
export const receivedRefusalText = <Detail>({ code = '', params = {}, detail }: Received<Detail>): string | Detail =>
  Object.hasOwn(refusalsText, code) ? refusalText({ code: code as Refusal['code'], params }) : detail
