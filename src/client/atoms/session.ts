/** Who we are to the exchange. Only the exchange's word signs out; a line that is down does not. */

import { atom } from 'jotai'
import { api } from '../../contract/api.ts'
import type { LoginBody, ProfileView, RegistrationBody, Tokens } from '../../contract/views.ts'
import type { Answer, Failure } from '../connection/request.ts'
import type { MiniApp } from '../platform/platform.ts'
import { text } from '../text/en.ts'
import { ways as words } from '../text/en-sign-in.ts'
import { clearBalanceHistoryAtom } from './balance-history.ts'
import { clearBalancesAtom } from './balances.ts'
import { clearDraftAtom } from './draft.ts'
import { hostAtom, notifyAtom } from './host.ts'
import { clearHistoryAtom } from './order-history.ts'
import { clearOrdersAtom } from './orders.ts'
import { forgetReferralCode, sendableReferralCode } from './referral-code.ts'

export type Session =
  | { readonly state: 'starting' }
  | { readonly state: 'guest' }
  | { readonly state: 'signed-in' }
  /** Telegram launched us with evidence that is too old. */
  | { readonly state: 'reopen' }

const RETRY_MILLIS = 2_000

const source = atom<Session>({ state: 'starting' })
const profileSource = atom<ProfileView | undefined>(undefined)
const profileFailedSource = atom(false)

export const sessionAtom = atom((get) => get(source))
export const profileAtom = atom((get) => get(profileSource))
/** Nothing came where a profile was asked for last. */
export const profileFailedAtom = atom((get) => get(profileFailedSource))

/** At the start: a stored refresh token becomes a session, however long the exchange is away. */
export const startSessionAtom = atom(null, async (_get, set) => {
  while (!(await set(trySessionAtom))) await new Promise((resolve) => setTimeout(resolve, RETRY_MILLIS))
})

/** False when nobody can tell now who we are. */
export const trySessionAtom = atom(null, async (get, set): Promise<boolean> => {
  const { keys, platform } = get(hostAtom)
  if (platform.miniApp && get(source).state === 'starting') return set(startAppAtom, platform.miniApp)
  const renewal = keys.refresh === null ? 'signed-out' : await keys.renew()
  if (renewal === 'unreachable') return false
  if (renewal === 'signed-out') set(becomeGuestAtom)
  else if (get(source).state !== 'signed-in') set(becomeUserAtom)
  return true
})

/** Inside Telegram nobody signs in by hand. False when nobody can tell now who we are. */
const startAppAtom = atom(null, async (get, set, { initData, client }: MiniApp): Promise<boolean> => {
  const { http, keys, platform } = get(hostAtom)
  const answer = await http(api.startApp, {
    body: { init_data: initData, referrer_uid: sendableReferralCode(platform.keep), platform: client },
  })
  if (answer.ok) {
    const { access, refresh } = answer.value
    if (access === undefined || refresh === undefined) return false
    forgetReferralCode(platform.keep)
    keys.hold({ access, refresh })
    set(enterAtom)
    return true
  }
  const { failure } = answer
  if (failure.kind === 'unreachable' || failure.status === 429) return false
  if (failure.code === 'INIT_DATA_EXPIRED') set(source, { state: 'reopen' })
  else {
    set(becomeGuestAtom)
    if (set(askSecondFactorAtom, failure)) return true
    set(notifyAtom, {
      kind: 'error',
      title: words.telegramFailed,
      ...(failure.detail && { detail: failure.detail }),
    })
  }
  return true
})

/** The ticket of a first factor that was right and wants a second one. */
const ticketSource = atom<string | undefined>(undefined)
export const secondFactorAtom = atom(
  (get) => get(ticketSource),
  (_get, set, ticket: undefined) => set(ticketSource, ticket),
)

/** False when it is no second factor that is missing. */
const askSecondFactorAtom = atom(null, (_get, set, failure: Failure): boolean => {
  const isAsked = failure.kind === 'refused' && failure.code === '2FA_REQUIRED' && failure.ticket !== undefined
  if (isAsked) set(ticketSource, failure.ticket)
  return isAsked
})

/** What every way in ends with. Undefined when it worked or goes on with a second factor, else what to say. */
export const admitAtom = atom(null, (get, set, answer: Answer<Tokens>, otherwise: string): string | undefined => {
  if (!answer.ok) return set(askSecondFactorAtom, answer.failure) ? undefined : whyNot(answer.failure, otherwise)
  get(hostAtom).keys.hold(answer.value)
  set(enterAtom)
  return undefined
})

/** Undefined when it worked, else what to say. */
export const signInAtom = atom(null, async (get, set, body: LoginBody): Promise<string | undefined> => {
  const answer = await get(hostAtom).http(api.login, { body })
  return set(admitAtom, answer, text.auth.loginFailed)
})

export const signUpAtom = atom(null, async (get, set, body: RegistrationBody): Promise<string | undefined> => {
  const { http, platform } = get(hostAtom)
  const answer = await http(api.register, { body })
  if (answer.ok) {
    forgetReferralCode(platform.keep)
    set(notifyAtom, { kind: 'success', title: text.welcome })
  }
  return set(admitAtom, answer, text.auth.registrationFailed)
})

/** The exchange is told to forget the token; we forget it whether it hears or not. */
export const logOutAtom = atom(null, (get, set) => {
  const { http, keys } = get(hostAtom)
  const refresh = keys.refresh
  if (refresh !== null) void http(api.logout, { body: { refresh_token: refresh } })
  keys.clear()
  set(leaveAtom)
})

/** The refresh token was refused, or another tab signed out. */
export const leaveAtom = atom(null, (get, set) => {
  set(becomeGuestAtom)
  set(clearDraftAtom)
  get(hostAtom).socket.reconnect()
})

/** Another tab changed the tokens. */
export const heedOtherTabAtom = atom(null, (get, set, refresh: string | null) => {
  const { state } = get(source)
  if (refresh === null && state !== 'guest') {
    get(hostAtom).keys.clear()
    set(leaveAtom)
  }
  if (refresh !== null && state === 'guest') void set(startSessionAtom).then(() => get(hostAtom).socket.reconnect())
})

const enterAtom = atom(null, (get, set) => {
  set(forgetAtom)
  set(becomeUserAtom)
  get(hostAtom).socket.reconnect()
})

const becomeUserAtom = atom(null, (_get, set) => {
  set(source, { state: 'signed-in' })
  set(ticketSource, undefined)
  void set(loadProfileAtom)
})

const becomeGuestAtom = atom(null, (_get, set) => {
  set(source, { state: 'guest' })
  set(forgetAtom)
})

/** Whatever belongs to who was here before. */
const forgetAtom = atom(null, (_get, set) => {
  set(profileSource, undefined)
  set(clearBalancesAtom)
  set(clearBalanceHistoryAtom)
  set(clearOrdersAtom)
  set(clearHistoryAtom)
})

export const loadProfileAtom = atom(null, async (get, set) => {
  const session = get(source)
  set(profileFailedSource, false)
  const answer = await get(hostAtom).http(api.profile)
  // Every sign-in is a session of its own: what was asked for in another one is about somebody else.
  if (get(source) !== session) return
  if (answer.ok && session.state === 'signed-in') set(profileSource, answer.value)
  else set(profileFailedSource, true)
})

/** In the exchange's words where it has some. */
export function whyNot(failure: Failure, otherwise: string): string {
  if (failure.kind === 'unreachable') return text.auth.unreachable
  return failure.detail ?? otherwise
}
