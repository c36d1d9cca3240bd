/** Signing in by Google: away with a secret that stays in this tab, and back with a code that is worth nothing alone. */

import { atom } from 'jotai'
import { api } from '../../contract/api.ts'
import type { GoogleEvidence } from '../../contract/ways-views.ts'
import { type Errand, keepErrand } from '../platform/errand.ts'
import { ways as words } from '../text/en-sign-in.ts'
import { hostAtom, notifyAtom } from './host.ts'
import { forgetReferralCode, sendableReferralCode } from './referral-code.ts'
import { admitAtom } from './session.ts'
import { sayMissingAtom, waysAtom } from './ways.ts'

type GoogleErrand = Extract<Errand, { way: 'google' }>

const RETURN_PATH = '/register'

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

/** Leaves the page. `from` is where they want to be afterwards. */
export const goToGoogleAtom = atom(null, async (get, set, from: string, purpose: GoogleErrand['purpose'] = 'enter') => {
  const ways = get(waysAtom)
  if (ways.state !== 'ready' || ways.value.google === null) return set(sayMissingAtom, 'google')
  const { authorization_endpoint: endpoint, client_id } = ways.value.google
  const errand: GoogleErrand = { way: 'google', purpose, from, state: random(), verifier: random(), nonce: random() }
  if (endpoint === null) return set(refuseGoogleAtom, words.googleAway)
  // Only a page that came by https, or from this machine, may hash.
  if (crypto.subtle === undefined || !keepErrand(errand)) return set(refuseGoogleAtom)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(errand.verifier))
  const wish = new URLSearchParams({
    client_id,
    redirect_uri: window.location.origin + RETURN_PATH,
    response_type: 'code',
    scope: 'openid email profile',
    access_type: 'online',
    state: errand.state,
    nonce: errand.nonce,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  })
  window.location.assign(`${endpoint}${endpoint.includes('?') ? '&' : '?'}${wish}`)
})

const linkSource = atom<GoogleEvidence | undefined>(undefined)
/** What came back for an account that is signed in already: it is linked once its owner has shown that it is them. */
export const googleToLinkAtom = atom(
  (get) => get(linkSource),
  (_get, set, evidence: GoogleEvidence | undefined) => set(linkSource, evidence),
)
googleToLinkAtom.onMount = (set) => () => set(undefined)

/** False when it came to nothing; that has been said then. */
export const enterByGoogleAtom = atom(
  null,
  async (get, set, code: string | null, { purpose, verifier, nonce }: GoogleErrand): Promise<boolean> => {
    if (code === null) return set(refuseGoogleAtom)
    const { http, platform } = get(hostAtom)
    const redirect_uri = window.location.origin + RETURN_PATH
    const evidence = { authentication_code: code, code_verifier: verifier, nonce, redirect_uri }
    if (purpose === 'link') {
      set(linkSource, evidence)
      return true
    }
    const answer = await http(api.google, { body: { ...evidence, referrer_uid: sendableReferralCode(platform.keep) } })
    if (answer.ok) forgetReferralCode(platform.keep)
    const why = set(admitAtom, answer, words.googleFailed)
    return why === undefined || set(refuseGoogleAtom, why)
  },
)

export const refuseGoogleAtom = atom(null, (_get, set, why?: string): false => {
  const title = words.googleFailed
  set(notifyAtom, { kind: 'error', title, ...(why !== undefined && why !== title && { detail: why }) })
  return false
})
