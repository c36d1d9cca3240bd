/** A long run: what it takes, what it counts, and what violated a guarantee. */

export type Options = {
  /** How long it may take. */
  readonly minutes: number
  /** Corruptions, kills or seeds; undefined: as many as the suite has by default. */
  readonly rounds: number | undefined
  /** Repeats the run with this seed; undefined: a random one. */
  readonly seed: number | undefined
  /** Busy processes beside the run. */
  readonly load?: number
  /** Everything instead of a short form. */
  readonly all?: boolean
}

export type Result = {
  /** Names and counts for the table. */
  readonly rows: readonly (readonly [string, number])[]
  /** Each names the round or seed that repeats it. */
  readonly violations: readonly string[]
}

/** Calls `report` for each violation as soon as it is found. */
export type Suite = {
  readonly about: string
  run(options: Options, report: (violation: string) => void): Promise<Result>
}

/** Stops at `rounds` or when the time is over, at least after one. */
export function* roundsOf({ rounds, minutes }: Options, usual: number): Generator<number> {
  const until = performance.now() + minutes * 60_000
  for (let round = 1; round <= (rounds ?? usual) && (round === 1 || performance.now() < until); round++) yield round
}

export const randomSeed = (): number => Math.floor(Math.random() * 2 ** 30)

/** Counts by name, in the order of the first occurrence. */
export function tally(): { add(name: string, count?: number): void; rows(): [string, number][] } {
  const counts = new Map<string, number>()
  return {
    add: (name, count = 1) => void counts.set(name, (counts.get(name) ?? 0) + count),
    rows: () => [...counts],
  }
}
