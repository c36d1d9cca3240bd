/** Tickets for the socket: they travel in an address, which others write down, so each opens one door once, soon. */

import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { SignedIn } from './access-tokens.ts'

export type Tickets = {
  issue(signedIn: SignedIn): string
  /** Whose it is; from now on it is nobody's. */
  spend(ticket: string): SignedIn | undefined
}

const TICKET_MILLIS = 30_000
const TICKET_BYTES = 24
const MOST_TICKETS = 100_000

export function openTickets(clock: Clock, isEnded: (family: string) => boolean): Tickets {
  const issued = new Map<string, { readonly signedIn: SignedIn; readonly until: number }>()

  /** Oldest first: the map keeps the order in which they were issued. */
  function dropOld(now: number): void {
    for (const [ticket, { until }] of issued) {
      if (until > now && issued.size < MOST_TICKETS) return
      issued.delete(ticket)
    }
  }

  return {
    issue(signedIn) {
      const now = clock.now()
      dropOld(now)
      const ticket = randomBytes(TICKET_BYTES).toString('base64url')
      issued.set(ticket, { signedIn, until: now + TICKET_MILLIS })
      return ticket
    },
    spend(ticket) {
      const found = issued.get(ticket)
      issued.delete(ticket)
      if (found === undefined || found.until <= clock.now() || isEnded(found.signedIn.family)) return undefined
      return found.signedIn
    },
  }
}
