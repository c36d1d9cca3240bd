const FIRST_MILLIS = 1_000
const MAX_MILLIS = 30_000

/** Exponential backoff before attempt 0, 1, 2 …: 1, 2, 4, 8 … 30 s, minus a random part of up to a third. */
export function backoffMillis(attempt: number, random: () => number = Math.random): number {
  const base = Math.min(MAX_MILLIS, FIRST_MILLIS * 2 ** Math.min(attempt, 10))
  return Math.round(base * (1 - random() / 3))
}
