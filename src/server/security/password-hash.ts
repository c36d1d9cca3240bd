/** Passwords are stored as argon2id hashes. Hashing is expensive, so concurrency and queue length are limited. */

import { hash, type Options, verify } from '@node-rs/argon2'
import { TooBusy } from '../runtime/errors.ts'

export type Passwords = {
  /** Hashes the composed form (NFC). Throws `TooBusy` when too many passwords are waiting. */
  hash(password: string): Promise<string>
  /** Takes the same time without a hash and answers false, so that the duration does not reveal whether an account exists. */
  verify(password: string, hashed: string | undefined): Promise<boolean>
}

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane. Argon2id is the library's own default algorithm.
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const MAX_CONCURRENT = 2
const MAX_WAITING = 100

export async function openPasswords(): Promise<Passwords> {
  const limited = concurrencyLimiter(MAX_CONCURRENT, MAX_WAITING)
  const dummyHash = await hash('no account has this password', COST)
  return {
    hash: (password) => limited(() => hash(password.normalize('NFC'), COST)),
    async verify(password, hashed) {
      const matches = await limited(() => verify(hashed ?? dummyHash, password.normalize('NFC')))
      return matches && hashed !== undefined
    },
  }
}

/** Runs at most `maxConcurrent` tasks, queues at most `maxWaiting`, and throws `TooBusy` for more. */
function concurrencyLimiter(maxConcurrent: number, maxWaiting: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (task) => {
    if (running >= maxConcurrent) {
      if (waiting.length >= maxWaiting) throw new TooBusy('too many passwords are waiting to be checked')
      // A finished task hands its slot to the next one, so `running` does not change.
      await new Promise<void>((start) => waiting.push(start))
    } else running += 1
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
