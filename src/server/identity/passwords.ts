/** Passwords are kept as argon2id hashes. Hashing is dear on purpose, so only a few run and only so many may wait. */

import { hash, type Options, verify } from '@node-rs/argon2'

/** More want their password checked than this machine can do soon. */
export class TooBusy extends Error {
  constructor() {
    super('too many passwords are waiting to be checked')
  }
}

export type Passwords = {
  hash(password: string): Promise<string>
  /** Costs the same whether there is a hash to compare with or not: who may sign in is nobody else's business. */
  isRight(password: string, hashed: string | undefined): Promise<boolean>
}

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane. Argon2id is the library's own default algorithm.
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 2
const MOST_WAITING = 100

export async function openPasswords(): Promise<Passwords> {
  const inTurn = turnstile(AT_ONCE, MOST_WAITING)
  const nobodys = await hash('nobody has this password', COST)
  return {
    hash: (password) => inTurn(() => hash(password, COST)),
    async isRight(password, hashed) {
      const fits = await inTurn(() => verify(hashed ?? nobodys, password))
      return fits && hashed !== undefined
    },
  }
}

/** Lets `atOnce` through at a time, keeps `mostWaiting` waiting, turns the rest away. */
function turnstile(atOnce: number, mostWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let inside = 0
  return async (work) => {
    if (inside >= atOnce) {
      if (waiting.length >= mostWaiting) throw new TooBusy()
      // Whoever leaves hands over their place, so `inside` stays as it is.
      await new Promise<void>((enter) => waiting.push(enter))
    } else inside += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) inside -= 1
      else next()
    }
  }
}
