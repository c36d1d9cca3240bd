/** Google's double: a real OpenID provider on this machine, where whoever is named as sitting there signs in. */

import { hash, randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { Provider } from 'oidc-provider'
import type { GoogleEvidence } from '../../src/contract/ways-views.ts'

export type Claims = { readonly email?: string; readonly email_verified?: boolean }

export type GoogleDouble = {
  readonly issuer: string
  /** For the exchange that signs in here. */
  readonly settings: Readonly<Record<string, string>>
  /** Who sits in front of it. */
  account: string
  /** What is asked of it by an exchange waits for this. */
  held: Promise<void>
  /** How many do. */
  waiting: number
  /** What it knows of them. */
  readonly claims: Map<string, Claims>
  /** Somebody goes there and comes back with what the exchange is shown. */
  visit(account: string, claims: Claims, redirect: string, wish?: { nonce?: string | undefined }): Promise<Evidence>
  stop(): Promise<void>
}

type Evidence = Required<Pick<GoogleEvidence, 'authentication_code' | 'code_verifier' | 'redirect_uri'>> & {
  readonly nonce?: string | undefined
}

const CLIENT = { client_id: 'tern', client_secret: 'a secret of the tests' }
const SCOPE = 'openid email profile'

/** For the exchange that signs in at the double on this port. */
export const googleSettings = (port: number) => ({
  GOOGLE_CLIENT_ID: CLIENT.client_id,
  GOOGLE_CLIENT_SECRET: CLIENT.client_secret,
  GOOGLE_ISSUER: `http://127.0.0.1:${port}`,
})

export async function startGoogleDouble(port: number, redirects: readonly string[]): Promise<GoogleDouble> {
  const issuer = `http://127.0.0.1:${port}`
  const claims = new Map<string, Claims>()
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [...redirects] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['of the tests'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id, name: id, ...claims.get(id) }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        accountId: oidc.session?.accountId ?? '',
        clientId: oidc.client?.clientId ?? '',
      })
      grant.addOIDCScope(SCOPE)
      await grant.save()
      return grant
    },
  })
  provider.use(async (context, next) => {
    if (context.path === '/token') {
      house.waiting += 1
      await house.held
      house.waiting -= 1
    }
    if (!context.path.startsWith('/interaction/')) return next()
    await provider.interactionFinished(context.req, context.res, {
      login: { accountId: house.account, remember: false },
    })
    context.respond = false
  })
  const server: Server = provider.listen(port, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const house: GoogleDouble = {
    issuer,
    settings: googleSettings(port),
    account: 'nobody',
    held: Promise.resolve(),
    waiting: 0,
    claims,
    async visit(account, known, redirect, { nonce } = { nonce: randomBytes(16).toString('hex') }) {
      house.account = account
      claims.set(account, known)
      const verifier = randomBytes(32).toString('base64url')
      const wish = new URLSearchParams({
        client_id: CLIENT.client_id,
        response_type: 'code',
        scope: SCOPE,
        redirect_uri: redirect,
        code_challenge: hash('sha256', verifier, 'base64url'),
        code_challenge_method: 'S256',
        state: 'any',
        ...(nonce !== undefined && { nonce }),
      })
      const code = await walk(`${issuer}/auth?${wish}`, redirect)
      return { authentication_code: code, code_verifier: verifier, nonce, redirect_uri: redirect }
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return house
}

/** From page to page with their cookies, as a browser goes, until it leads back to us. */
async function walk(from: string, back: string): Promise<string> {
  const cookies = new Map<string, string>()
  for (let at = from; ; ) {
    const reply = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const next = reply.headers.get('location')
    if (next === null) throw new Error(`the provider says ${reply.status}: ${(await reply.text()).slice(0, 300)}`)
    at = new URL(next, at).href
    if (at.startsWith(back)) return new URL(at).searchParams.get('code') ?? ''
  }
}
