/** `call(api.x)`: one HTTP call as whoever we are. A 401 is answered by one refresh and the same call again. */

import type { Call } from '../../contract/api.ts'
import type { Keys } from './keys.ts'
import { type Answer, type Input, type Request, unreachable } from './request.ts'

export type Http = <Body, Reply>(what: Call<Body, Reply>, input?: Input<Body>) => Promise<Answer<Reply>>

export function createHttp(request: Request, keys: Keys): Http {
  return async (what, input) => {
    if (what.access === 'public') return request(what, input)
    if (keys.access === undefined && keys.refresh !== null && (await keys.renew()) === 'unreachable') return unreachable
    const used = keys.access
    const answer = await request(what, input, used)
    if (answer.ok || answer.failure.kind === 'unreachable' || answer.failure.status !== 401) return answer
    if (keys.access === used) {
      const renewal = await keys.renew()
      if (renewal !== 'renewed') return renewal === 'unreachable' ? unreachable : answer
    }
    return request(what, input, keys.access)
  }
}
