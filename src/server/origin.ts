/** Whose page asks. What is no browser says nothing of it; a browser must come from a page of ours. */

import type { IncomingHttpHeaders } from 'node:http'

export function isForeign({ origin, host }: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  const { host: theirs, origin: whole } = new URL(origin)
  return theirs !== host && (publicUrl === undefined || whole !== new URL(publicUrl).origin)
}
