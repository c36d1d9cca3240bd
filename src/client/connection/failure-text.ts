import type { Http } from './http.ts'
import type { Failure } from './request.ts'

/** The text that people read; may have to be loaded first. */
type TextOf = (failure: Failure) => Promise<string | undefined>

/** `http` whose failures carry the app's text as `detail`. The server's own stays where that text cannot be loaded. */
export function withFailureText(http: Http, textOf: TextOf): Http {
  return async (what, input) => {
    const answer = await http(what, input)
    if (answer.ok || answer.failure.code === undefined) return answer
    const { failure } = answer
    const detail = await textOf(failure).catch(() => failure.detail)
    return { ok: false, failure: { ...failure, detail } }
  }
}
