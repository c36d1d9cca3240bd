/** WebSocket tickets: they are part of a URL, which proxies may log, so each is valid once and for 30 seconds. */

import { randomBytes } from 'node:crypto'
import type { Clock } from '../runtime/clock.ts'
import { ttlMap } from '../runtime/ttl-map.ts'
import type { AccessTokens, SignedInUser } from './access-tokens.ts'

export type SocketTickets = {
  issue(signedIn: SignedInUser, address: string): string
  /** Undefined if the ticket is unknown, used or expired, or its session is revoked. */
  redeem(ticket: string): SignedInUser | undefined
}

const TICKET_MILLIS = 30_000
const TICKET_BYTES = 24

export function openSocketTickets(clock: Clock, isRevoked: (signedIn: SignedInUser) => boolean): SocketTickets {
  const issued = ttlMap<SignedInUser>(clock, TICKET_MILLIS)
  return {
    issue(signedIn, address) {
      const ticket = randomBytes(TICKET_BYTES).toString('base64url')
      issued.set(ticket, signedIn, address)
      return ticket
    },
    redeem(ticket) {
      const signedIn = issued.take(ticket)
      return signedIn === undefined || isRevoked(signedIn) ? undefined : signedIn
    },
  }
}

type AuthenticatorDeps = {
  readonly tickets: Pick<SocketTickets, 'redeem'>
  readonly access: Pick<AccessTokens, 'verify'>
}

/** Verifies the token in a socket's path: a ticket, or an access token if these are accepted there. */
export const socketAuthenticator =
  ({ tickets, access }: AuthenticatorDeps, acceptsAccessTokens: boolean) =>
  async (token: string): Promise<SignedInUser | undefined> =>
    tickets.redeem(token) ?? (acceptsAccessTokens ? access.verify(token) : undefined)
