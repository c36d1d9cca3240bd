/**
 * The two tokens of a session. The access token lives in memory, the refresh token where the host keeps things.
 * A refresh happens once at a time, over all tabs; only the server's 401 or 400 signs out, never the weather.
 */

import { api } from '../../contract/api.ts'
import type { Tokens } from '../../contract/views.ts'
import type { Request } from './request.ts'

const REFRESH_KEY = 'refreshToken'
const ACCESS_KEY = 'accessToken'

export type Renewal = 'renewed' | 'signed-out' | 'unreachable'

type Needs = {
  readonly request: Request
  readonly keep: {
    get(key: string): string | null
    set(key: string, value: string): void
    remove(key: string): void
  }
  readonly alone: <T>(name: string, work: () => Promise<T>) => Promise<T>
  readonly signedOut: () => void
}

export class Keys {
  #needs: Needs
  #access: string | undefined
  #renewal: Promise<Renewal> | undefined

  constructor(needs: Needs) {
    this.#needs = needs
  }

  get access(): string | undefined {
    return this.#access
  }

  get refresh(): string | null {
    return this.#needs.keep.get(REFRESH_KEY)
  }

  hold({ access, refresh }: Tokens): void {
    this.#access = access
    this.#needs.keep.set(REFRESH_KEY, refresh)
  }

  clear(): void {
    this.#access = undefined
    this.#needs.keep.remove(REFRESH_KEY)
    this.#needs.keep.remove(ACCESS_KEY)
  }

  renew(): Promise<Renewal> {
    this.#renewal ??= this.#needs
      .alone('tern-refresh', () => this.#renewNow())
      .finally(() => {
        this.#renewal = undefined
      })
    return this.#renewal
  }

  /** Reads the token inside the lock: another tab may have changed it while we waited. */
  async #renewNow(): Promise<Renewal> {
    const sent = this.refresh
    if (sent === null) return this.#signOut()
    const answer = await this.#needs.request(api.refresh, { body: { refresh_token: sent } })
    const kept = this.refresh
    if (kept === null) return this.#signOut()
    // Somebody came in meanwhile: what was answered is about who was here before.
    if (kept !== sent) return this.#renewNow()
    if (answer.ok) {
      this.hold({ access: answer.value.access_token, refresh: answer.value.refresh_token })
      return 'renewed'
    }
    if (answer.failure.kind === 'unreachable') return 'unreachable'
    if (answer.failure.status !== 401 && answer.failure.status !== 400) return 'unreachable'
    return this.#signOut()
  }

  #signOut(): Renewal {
    this.clear()
    this.#needs.signedOut()
    return 'signed-out'
  }
}
