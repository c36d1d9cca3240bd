/** The server's time for countdowns. The device's clock is not used: it may be wrong, or change at any moment. */

import type { Answer } from '../../connection/request.ts'
import { millisOf } from '../../format/times.ts'

type WithServerTime = { readonly server_time: string }

/** A reply with the moment of its arrival, in milliseconds of the monotonic clock. */
export type Timed<View> = { readonly view: View; readonly receivedAt: number }

export async function timed<View>(request: Promise<Answer<View>>): Promise<Answer<Timed<View>>> {
  const answer = await request
  return answer.ok ? { ok: true, value: { view: answer.value, receivedAt: performance.now() } } : answer
}

/** The server's time at the moment `monotonicNow`, in milliseconds since 1970. */
export const serverTimeOf = ({ view, receivedAt }: Timed<WithServerTime>, monotonicNow: number): number =>
  millisOf(view.server_time) + Math.max(0, monotonicNow - receivedAt)
