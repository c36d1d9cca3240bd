/**
 * The access token, in memory, and the refresh token, in the host's storage. One tab renews at a time. Only a 401 or
 * 400 of the server signs out; a transient error does not.
 */

import { api } from '../../contract/api.ts'
import type { Tokens } from '../../contract/auth/views.ts'
import type { Request } from './request.ts'

const REFRESH_KEY = 'refreshToken'
const ACCESS_KEY = 'accessToken'

type Renewal = 'renewed' | 'signed-out' | 'unreachable'

type TokenStoreDeps = {
  readonly request: Request
  readonly storage: {
    get(key: string): string | null
    set(key: string, value: string): void
    remove(key: string): void
  }
  readonly withLock: <T>(name: string, work: () => Promise<T>) => Promise<T>
  readonly onSignedOut: () => void
}

export class TokenStore {
  #deps: TokenStoreDeps
  #access: string | undefined
  #renewal: Promise<Renewal> | undefined

  constructor(deps: TokenStoreDeps) {
    this.#deps = deps
  }

  get accessToken(): string | undefined {
    return this.#access
  }

  get refreshToken(): string | null {
    return this.#deps.storage.get(REFRESH_KEY)
  }

  save({ access, refresh }: Tokens): void {
    this.#access = access
    this.#deps.storage.set(REFRESH_KEY, refresh)
  }

  clear(): void {
    this.#access = undefined
    this.#deps.storage.remove(REFRESH_KEY)
    this.#deps.storage.remove(ACCESS_KEY)
  }

  renew(): Promise<Renewal> {
    this.#renewal ??= this.#deps
      .withLock('tern-refresh', () => this.#renewNow())
      .finally(() => {
        this.#renewal = undefined
      })
    return this.#renewal
  }

  /** Reads the refresh token inside the lock: another tab may have rotated it meanwhile. */
  async #renewNow(): Promise<Renewal> {
    const sent = this.refreshToken
    if (sent === null) return this.#signOut()
    const answer = await this.#deps.request(api.refresh, { body: { refresh_token: sent } })
    const current = this.refreshToken
    if (current === null) return this.#signOut()
    // Another user signed in meanwhile: this answer is for the former one.
    if (current !== sent) return this.#renewNow()
    if (answer.ok) {
      this.save({ access: answer.value.access_token, refresh: answer.value.refresh_token })
      return 'renewed'
    }
    if (answer.failure.kind === 'unreachable') return 'unreachable'
    if (answer.failure.status !== 401 && answer.failure.status !== 400) return 'unreachable'
    return this.#signOut()
  }

  #signOut(): Renewal {
    this.clear()
    this.#deps.onSignedOut()
    return 'signed-out'
  }
}
