/**
 * Every way in ends here: whoever showed what it asks for gets tokens, or, with a second factor, a ticket that stands
 * for what was shown, until a code comes.
 */

import { randomBytes } from 'node:crypto'
import type { LoginOutcome, Way } from '../../contract/account-views.ts'
import type { UserId } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { Tokens } from '../../contract/views.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { LoginHistory } from './login-history.ts'
import type { Beginning, RefreshTokens } from './refresh-tokens.ts'
import { shortLived } from './short-lived.ts'
import type { TwoFactor } from './two-factor.ts'
import type { User, Users } from './users.ts'
import type { Visitor } from './visitor.ts'

export type Entering = Beginning & {
  readonly user: User
  /** Where the way in lets it be sent along. */
  readonly code?: string | undefined
  /** A launch and a registration are no news to whoever does them. */
  readonly isQuiet?: boolean
}

export type Entrance = {
  enter(entering: Entering): Promise<Tokens | Refusal>
  /** With the ticket that a refusal carried. It is good until somebody came in by it. */
  finish(ticket: string, code: string, visitor: Visitor): Promise<Tokens | Refusal>
}

type Parts = {
  readonly users: Pick<Users, 'ensureAccount'>
  readonly twoFactor: TwoFactor
  readonly refreshTokens: RefreshTokens
  readonly access: AccessTokens
  readonly history: LoginHistory
  readonly clock: Clock
  readonly log: Log
  /** Is told who came in, if that is news. */
  readonly heard: (user: UserId, way: Way) => void
}

/** `asked` is the line of the history that says a code was asked for. */
type Waiting = Beginning & Pick<Entering, 'isQuiet'> & { readonly asked: number }

const TICKET_MILLIS = 5 * 60 * 1_000
const TICKET_BYTES = 32
const EXPIRED = refuse('SIGN_IN_EXPIRED')

const outcomeOf = ({ code }: Refusal): LoginOutcome => (code === '2FA_LOCKED' ? 'locked' : 'wrong_code')

export function openEntrance(parts: Parts): Entrance {
  const { users, twoFactor, refreshTokens, access, history, clock, log, heard } = parts
  const waiting = shortLived<Waiting>(clock, TICKET_MILLIS)

  const note = ({ user, way, visitor }: Beginning, outcome: LoginOutcome): Promise<number> =>
    history.note({ user: user.id, way, visitor }, outcome)

  async function askForCode({
    user: { id, locks_version },
    way,
    visitor,
    isQuiet = false,
  }: Entering): Promise<Refusal> {
    const beginning: Beginning = { user: { id, locks_version }, way, visitor }
    const ticket = randomBytes(TICKET_BYTES).toString('base64url')
    waiting.put(ticket, { ...beginning, isQuiet, asked: await note(beginning, 'code_asked') })
    return { ...refuse('2FA_REQUIRED'), ticket }
  }

  /** Undefined when the code was good; it is used up. */
  async function judge(beginning: Beginning, code: string): Promise<Refusal | undefined> {
    const no = await twoFactor.spend(beginning.user.id, code)
    if (no === undefined) return undefined
    // Turned off meanwhile.
    if (no.code === '2FA_NOT_ON') return EXPIRED
    log.info({ user: beginning.user.id, why: no.code }, 'a code was refused')
    await note(beginning, outcomeOf(no))
    return no
  }

  async function begin(beginning: Beginning): Promise<Tokens | undefined> {
    const begun = await refreshTokens.begin(beginning)
    if (begun === undefined) return undefined
    log.info({ user: beginning.user.id, way: beginning.way }, 'signed in')
    return { access: await access.issue(begun.signedIn), refresh: begun.refresh }
  }

  return {
    async enter(entering) {
      const { user, code } = entering
      await users.ensureAccount(user)
      if ((await twoFactor.stateOf(user.id)).isOn) {
        if (code === undefined) return askForCode(entering)
        const no = await judge(entering, code)
        if (no !== undefined) return no
      }
      const tokens = await begin(entering)
      if (tokens === undefined) return EXPIRED
      await note(entering, 'signed_in')
      if (!entering.isQuiet) heard(user.id, entering.way)
      return tokens
    },
    async finish(ticket, code, visitor) {
      const found = waiting.look(ticket)
      if (found === undefined) return EXPIRED
      const no = await judge({ ...found, visitor }, code)
      if (no !== undefined) return no
      // Two good codes at once: one comes in.
      if (waiting.take(ticket) === undefined) return EXPIRED
      const tokens = await begin({ ...found, visitor })
      if (tokens === undefined) return EXPIRED
      await history.turnedOutWell(found.asked)
      if (!found.isQuiet) heard(found.user.id, found.way)
      return tokens
    },
  }
}
