const FIRST_MILLIS = 1_000
const LONGEST_MILLIS = 30_000

/** How long to wait before attempt 0, 1, 2 …: 1, 2, 4, 8 … 30 s, less up to a third, so that a crowd does not return at once. */
export function backoffMillis(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST_MILLIS, FIRST_MILLIS * 2 ** Math.min(attempt, 10))
  return Math.round(full * (1 - random() / 3))
}
