/** Tickets for the socket: they travel in an address, which others write down, so each opens one door once, soon. */

import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { SignedIn } from './access-tokens.ts'
import { shortLived } from './short-lived.ts'

export type Tickets = {
  issue(signedIn: SignedIn): string
  /** Whose it is; from now on it is nobody's. */
  spend(ticket: string): SignedIn | undefined
}

const TICKET_MILLIS = 30_000
const TICKET_BYTES = 24

export function openTickets(clock: Clock, isEnded: (family: string) => boolean): Tickets {
  const issued = shortLived<SignedIn>(clock, TICKET_MILLIS)
  return {
    issue(signedIn) {
      const ticket = randomBytes(TICKET_BYTES).toString('base64url')
      issued.put(ticket, signedIn)
      return ticket
    },
    spend(ticket) {
      const signedIn = issued.take(ticket)
      return signedIn === undefined || isEnded(signedIn.family) ? undefined : signedIn
    },
  }
}
