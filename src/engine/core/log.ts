/**
 * What happened, one record after the other: a slot {kind, flags and book; number of its slots}, its fields, and its
 * postings of two slots each. Slots have eight bytes. The memory that is written never moves: when it is full, those who
 * still read what it held get a copy, and it is written from its start again.
 */

import { assert } from '../assert.ts'
import type { PurseHandle } from './records.ts'

export const KINDS = { opened: 2, rested: 3, traded: 4, closed: 5 } as const
/** Slots of their fields; a client id and the postings come after these. */
export const [OPENED_FIELDS, TRADED_FIELDS, CLOSED_FIELDS] = [7, 15, 11] as const

const SLOTS = 1 << 13
/** More than any record has, but for the text of a client id, which is asked for. */
const MOST_SLOTS = 64
const BOOK_SHIFT = 16

/** Slots of so many characters. */
export const textSlots = (characters: number): number => (characters + 3) >> 2

/** The same memory as numbers, as words, as characters and as bytes. */
type Memory = {
  readonly numbers: Float64Array
  readonly words: Int32Array
  readonly characters: Uint16Array
  readonly bytes: Uint8Array
}
/** Records from the slot `from` to the slot `to`. They stay as they are, but not where they are. */
export type LogPart = { readonly in: { memory: Memory }; readonly from: number; readonly to: number }

const memoryOf = (buffer: ArrayBuffer): Memory => ({
  numbers: new Float64Array(buffer),
  words: new Int32Array(buffer),
  characters: new Uint16Array(buffer),
  bytes: new Uint8Array(buffer),
})

export const bytesOf = ({ in: { memory }, from, to }: LogPart): Uint8Array => memory.bytes.subarray(from * 8, to * 8)

export type Log = ReturnType<typeof openLog>

export function openLog() {
  const buffer = new ArrayBuffer(SLOTS * 8)
  const memory = memoryOf(buffer)
  const { numbers, words, characters } = memory
  let current: LogPart['in'] = { memory }
  /** Of the command: its parts that are no longer in the memory, how many slots these have, and where it goes on. */
  let aside: readonly LogPart[] = []
  let slotsAside = 0
  let from = 0
  let end = 0
  let started = 0

  function beginCommand(): void {
    from = end
    if (aside.length > 0) aside = []
    slotsAside = 0
  }

  /** Begins a record with so many fields; the slot of its first field. */
  function begin(kind: number, flags: number, book: number, fields: number, more = 0): number {
    if (end + fields + more + MOST_SLOTS > SLOTS) setAside()
    started = end
    words[end * 2] = kind | (flags << 8) | (book << BOOK_SHIFT)
    end += 1 + fields
    return started + 1
  }

  function setWords(slot: number, first: number, second: number): void {
    words[slot * 2] = first
    words[slot * 2 + 1] = second
  }

  /** `held` 1: the part of the balance that is held. */
  function posting(purse: PurseHandle, held: 0 | 1, amount: number): void {
    words[end * 2] = purse + held
    words[end * 2 + 1] = 0
    numbers[end + 1] = amount
    end += 2
  }

  /** UTF-16, filled up with zeros, after a slot with the number of its characters. */
  function text(value: string): void {
    setWords(end, value.length, 0)
    end += 1
    const slots = textSlots(value.length)
    for (let slot = end; slot < end + slots; slot++) numbers[slot] = 0
    let at = end * 4
    for (let index = 0; index < value.length; index++) characters[at++] = value.charCodeAt(index)
    end += slots
  }

  function finish(): void {
    words[started * 2 + 1] = end - started
  }

  function setAside(): void {
    assert(end > 0, 'a record is smaller than the log')
    if (end > from) aside = [...aside, { in: current, from, to: end }]
    slotsAside += end - from
    current.memory = memoryOf(buffer.slice(0, end * 8))
    current = { memory }
    from = 0
    end = 0
  }

  /** How many slots the records of the command have so far. */
  const length = (): number => slotsAside + end - from

  /** The records of the command. */
  function parts(): readonly LogPart[] {
    if (end === from) return aside
    const part = { in: current, from, to: end }
    return aside.length === 0 ? [part] : [...aside, part]
  }

  return { numbers, beginCommand, begin, setWords, posting, text, finish, length, parts }
}
