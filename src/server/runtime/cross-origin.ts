/** Detects requests from other websites. Clients without an `Origin` header are not browsers and are allowed. */

import type { IncomingHttpHeaders } from 'node:http'

export function isCrossOrigin({ origin, host }: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  const { host: originHost, origin: whole } = new URL(origin)
  return originHost !== host && (publicUrl === undefined || whole !== new URL(publicUrl).origin)
}
