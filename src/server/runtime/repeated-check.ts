/** Checks a part of the server again and again, and remembers why the last check failed. */

export type RepeatedCheck = {
  /** Undefined while the last check succeeded, and before the first one has ended. */
  readonly failure: string | undefined
  /** Checks now, or directly after the running check. */
  wake(): void
  start(): void
  /** Does not wait for a running check. */
  stop(): void
}

/** Times in milliseconds. */
type CheckDeps = {
  readonly check: () => Promise<unknown>
  /** Public: contains no key. */
  readonly reasonOf: (error: unknown) => string
  /** Before the first check. */
  readonly firstMillis?: number
  readonly pauseMillis: number
  /** The pause after a failed check. */
  readonly retryMillis: number
  /** The part fails if a check takes longer than this, until the check succeeds. */
  readonly slowMillis: number
}

export function openRepeatedCheck(deps: CheckDeps): RepeatedCheck {
  const { check, reasonOf, firstMillis = 0, pauseMillis, retryMillis, slowMillis } = deps
  let failure: string | undefined
  let isStopped = false
  let woken = Promise.withResolvers<void>()

  async function checkOnce(): Promise<void> {
    const slow = setTimeout(() => {
      failure = 'it does not answer'
    }, slowMillis)
    failure = await check().then(() => undefined, reasonOf)
    clearTimeout(slow)
  }

  async function rest(millis: number): Promise<void> {
    const timer = setTimeout(woken.resolve, millis).unref()
    await woken.promise
    clearTimeout(timer)
    woken = Promise.withResolvers()
  }

  async function run(): Promise<void> {
    await rest(firstMillis)
    while (!isStopped) {
      await checkOnce()
      await rest(failure === undefined ? pauseMillis : retryMillis)
    }
  }

  return {
    get failure() {
      return failure
    },
    wake: () => woken.resolve(),
    start: () => void run(),
    stop() {
      isStopped = true
      woken.resolve()
    },
  }
}
