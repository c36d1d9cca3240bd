/**
 * API calls with the access token. After a 401 the token is renewed once and the call sent again. A call without a token
 * renews none: nobody is signed in, or not yet.
 */

import type { Call } from '../../contract/call.ts'
import { type Answer, type Input, type Request, unreachable } from './request.ts'
import type { TokenStore } from './token-store.ts'

export type Http = <Body, Reply>(call: Call<Body, Reply>, input?: Input<Body>) => Promise<Answer<Reply>>

export function createHttp(request: Request, tokens: TokenStore): Http {
  return async (call, input) => {
    if (call.access === 'public') return request(call, input)
    if (tokens.accessToken === undefined && tokens.refreshToken !== null && (await tokens.renew()) === 'unreachable')
      return unreachable
    const used = tokens.accessToken
    const answer = await request(call, input, used)
    if (answer.ok || answer.failure.kind === 'unreachable' || answer.failure.status !== 401) return answer
    if (tokens.accessToken === used) {
      if (used === undefined) return answer
      const renewal = await tokens.renew()
      if (renewal !== 'renewed') return renewal === 'unreachable' ? unreachable : answer
    }
    return request(call, input, tokens.accessToken)
  }
}
