/** Google login: OpenID Connect authorization code with PKCE; state, verifier and nonce stay in this tab. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import type { GoogleEvidence } from '../../../contract/auth/calls.ts'
import { type OauthRequest, saveOauthRequest } from '../../platform/oauth-request.ts'
import { authText } from '../../text/auth.ts'
import { hostAtom, notifyAtom } from '../app/host.ts'
import { loginMethodsAtom, notifyUnavailableAtom } from './login-methods.ts'
import { clearReferralCode, sendableReferralCode } from './referral-code.ts'
import { completeSignInAtom } from './session.ts'

const text = authText.methods

type GoogleRequest = Extract<OauthRequest, { method: 'google' }>

const REDIRECT_PATH = '/register'

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

/** Leaves the page for Google. `returnPath` is opened after the login. */
export const startGoogleLoginAtom = atom(
  null,
  async (get, set, returnPath: string, purpose: GoogleRequest['purpose'] = 'login') => {
    const methods = get(loginMethodsAtom)
    if (methods.state !== 'ready' || methods.value.google === null) return set(notifyUnavailableAtom, 'google')
    const { authorization_endpoint: endpoint, client_id } = methods.value.google
    const request: GoogleRequest = {
      method: 'google',
      purpose,
      returnPath,
      state: random(),
      verifier: random(),
      nonce: random(),
    }
    if (endpoint === null) return set(reportGoogleFailureAtom, text.googleUnreachable)
    // `crypto.subtle` exists only on https and localhost.
    if (crypto.subtle === undefined || !saveOauthRequest(request)) return set(reportGoogleFailureAtom)
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(request.verifier))
    const query = new URLSearchParams({
      client_id,
      redirect_uri: window.location.origin + REDIRECT_PATH,
      response_type: 'code',
      scope: 'openid email profile',
      access_type: 'online',
      state: request.state,
      nonce: request.nonce,
      code_challenge: base64url(new Uint8Array(digest)),
      code_challenge_method: 'S256',
    })
    window.location.assign(`${endpoint}${endpoint.includes('?') ? '&' : '?'}${query}`)
  },
)

const linkSource = atom<GoogleEvidence | undefined>(undefined)
/** Google's result for a signed-in user: linked to the account after reauthentication. */
export const googleToLinkAtom = atom(
  (get) => get(linkSource),
  (_get, set, result: GoogleEvidence | undefined) => set(linkSource, result),
)
googleToLinkAtom.onMount = (set) => () => set(undefined)

/** False when the login failed; the user has been notified then. */
export const completeGoogleLoginAtom = atom(
  null,
  async (get, set, code: string | null, { purpose, verifier, nonce }: GoogleRequest): Promise<boolean> => {
    if (code === null) return set(reportGoogleFailureAtom)
    const { http, platform } = get(hostAtom)
    const redirect_uri = window.location.origin + REDIRECT_PATH
    const result = { authentication_code: code, code_verifier: verifier, nonce, redirect_uri }
    if (purpose === 'link') {
      set(linkSource, result)
      return true
    }
    const answer = await http(api.google, { body: { ...result, referrer_uid: sendableReferralCode(platform.storage) } })
    if (answer.ok) clearReferralCode(platform.storage)
    const error = set(completeSignInAtom, answer, text.googleFailed)
    return error === undefined || set(reportGoogleFailureAtom, error)
  },
)

export const reportGoogleFailureAtom = atom(null, (_get, set, error?: string): false => {
  const title = text.googleFailed
  set(notifyAtom, { kind: 'error', title, ...(error !== undefined && error !== title && { detail: error }) })
  return false
})
