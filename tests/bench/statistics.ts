/** Result rows of the benches, and their measurements. */

import { readFileSync } from 'node:fs'

export type Row = Readonly<Record<string, string | number>>

export type Bench = {
  /** What the numbers include and exclude. */
  readonly includes: string
  run(): Promise<readonly Row[]>
}

/** A percentile of times in milliseconds, rounded to a hundredth. */
export function percentile(millis: readonly number[], percent: number): number {
  const sorted = Float64Array.from(millis).sort()
  const value = sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
  return Math.round(value * 100) / 100
}

export const rounded = (value: number): number => (value < 100 ? Math.round(value * 10) / 10 : Math.round(value))

export async function millisOf(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** CPU time of this thread so far, in milliseconds. Other processes do not count. */
export function processorMillis(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

const TICKS_A_SECOND = 100
const PAGE_BYTES = 4_096

/** CPU time of a process so far, in seconds, and its resident memory in bytes. */
export function usageOf(pid: number): { readonly seconds: number; readonly bytes: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
  return { seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND, bytes: pages * PAGE_BYTES }
}

/** CPU time of all cores so far, in seconds. */
export function busySeconds(): number {
  const [user, nice, system, , , interrupts, soft, stolen] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '')
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (
    [user, nice, system, interrupts, soft, stolen].reduce<number>((sum, ticks) => sum + (ticks ?? 0), 0) /
    TICKS_A_SECOND
  )
}
