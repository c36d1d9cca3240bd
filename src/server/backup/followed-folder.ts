/**
 * The files of followed rows beside a backup: a new one begins each day (UTC) or after 5 GB, and names the end of the one
 * before. A file is deleted when a newer backup has its rows and it is old.
 */

import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Millis } from '../../contract/ids.ts'
import {
  type Begin,
  beginFollowedFile,
  FollowedElsewhere,
  type FollowedFile,
  openFollowedFile,
  verifiedLines,
} from './followed-file.ts'
import { BadBackup, type Followed } from './format.ts'
import { lastSeqIn } from './journal-text.ts'

export type FollowLimits = {
  /** Of a file, before a new one begins. */
  readonly bytes: number
  readonly millis: Millis
  /** A younger file is not deleted. */
  readonly keptMillis: Millis
}

const DAY_MILLIS: Millis = 24 * 60 * 60 * 1_000
export const FOLLOW_LIMITS: FollowLimits = { bytes: 5e9, millis: DAY_MILLIS, keptMillis: 7 * DAY_MILLIS }
/** The newest ones are never deleted. */
const KEPT_FILES = 2

export type FollowedFolder = {
  /** The last rows that it had when it was opened. */
  readonly last: Followed | undefined
  /** The last command that it or the backup had then. */
  readonly seq: number
  /** How many files it has begun since it was opened. */
  readonly begun: number
  /** As of a file. */
  append(entries: readonly Followed[]): void
  close(): void
}

type FolderDeps = {
  readonly folder: string
  readonly key: Buffer
  /** Of the backup: its HMAC and its last command. */
  readonly base: { readonly end: string; readonly seq: number }
  readonly limits: FollowLimits
  readonly now: () => Millis
  /** Called with what the newest file has when it is opened. */
  readonly onEntry?: (entry: Followed) => void
}

const nameOf = (number: number): string => `rows-${String(number).padStart(6, '0')}`
const numberOf = (name: string): number => Number(name.slice('rows-'.length))

/** Oldest first. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => /^rows-\d{6}$/.test(name))
    .toSorted()

/** To write on after the last complete line. Throws `BadBackup` if a line of the newest file was changed. */
export async function openFollowedFolder(deps: FolderDeps): Promise<FollowedFolder> {
  const { folder, key, base, limits, now } = deps
  const path = (number: number): string => join(folder, nameOf(number))
  const begin = (number: number, after: string, seq: number): FollowedFile =>
    beginFollowedFile(path(number), key, { kind: 'begin', after, seq, at: now() })
  const newest = await openNewest(deps)
  let number = newest?.number ?? 1
  let file = newest?.file ?? begin(1, base.end, base.seq)
  let seq = lastSeqIn(file.last) ?? file.begin.seq
  let begun = 0

  function beginNext(): void {
    const next = begin(number + 1, file.hmac, seq)
    file.close()
    number += 1
    begun += 1
    file = next
  }

  return {
    last: file.last,
    seq,
    get begun() {
      return begun
    },
    append(entries) {
      if (entries.length === 0) return
      if (existsSync(path(number + 1))) throw new FollowedElsewhere(path(number + 1))
      const isOfAnotherPeriod = Math.floor(now() / limits.millis) !== Math.floor(file.begin.at / limits.millis)
      if (isOfAnotherPeriod || file.bytes >= limits.bytes) beginNext()
      file.append(entries)
      seq = lastSeqIn(entries.findLast(({ kind }) => kind === 'rows')) ?? seq
    },
    close: () => file.close(),
  }
}

/** A process can end before the first line of a new file is complete. */
async function openNewest({ folder, key, onEntry }: FolderDeps) {
  for (const name of filesIn(folder).toReversed()) {
    const file = await openFollowedFile(join(folder, name), key, onEntry)
    if (file !== undefined) return { number: numberOf(name), file }
    rmSync(join(folder, name))
  }
  return undefined
}

/** Entries of all files in their order, after all of them were found authentic. Throws `BadBackup`. */
export async function* readFollowed(folder: string, key: Buffer): AsyncGenerator<Followed> {
  for await (const _ of verifiedEntries(folder, key)) {
    // Nothing is used before the end was read.
  }
  yield* verifiedEntries(folder, key)
}

async function* verifiedEntries(folder: string, key: Buffer): AsyncGenerator<Followed> {
  let end: string | undefined
  for (const name of filesIn(folder)) {
    for await (const { entry, hmac } of verifiedLines(join(folder, name), key)) {
      if (entry.kind !== 'begin') yield entry
      else if (end !== undefined && entry.after !== end)
        throw new BadBackup(`the followed rows were changed: ${name} does not continue the file before it`)
      end = hmac
    }
  }
}

/** `seq`: the last command of the backup in the folder. Returns the names of the deleted files. */
export async function deleteContained(
  folder: string,
  key: Buffer,
  { seq, now, keptMillis }: { readonly seq: number; readonly now: Millis; readonly keptMillis: Millis },
): Promise<readonly string[]> {
  const deleted: string[] = []
  const names = filesIn(folder)
  for (const [index, name] of names.slice(0, -KEPT_FILES).entries()) {
    // A file ends where the next one begins.
    const next = await beginOf(join(folder, names[index + 1] ?? ''), key)
    if (next === undefined || next.seq > seq || next.at > now - keptMillis) break
    rmSync(join(folder, name))
    deleted.push(name)
  }
  return deleted
}

async function beginOf(path: string, key: Buffer): Promise<Begin | undefined> {
  for await (const { entry } of verifiedLines(path, key)) return entry.kind === 'begin' ? entry : undefined
  return undefined
}
