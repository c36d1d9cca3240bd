/**
 * What happened, one record after the other: a slot {kind, flags and book; number of its slots}, its fields, and its
 * postings of two slots each. Slots have eight bytes. The memory never moves; what it held is kept aside when it is full.
 */

import { assert } from '../assert.ts'
import type { PurseHandle } from './records.ts'

export const KINDS = { opened: 2, rested: 3, traded: 4, closed: 5 } as const

const SLOTS = 1 << 16
/** More than any record has, but for the text of a client id, which is asked for. */
const MOST_SLOTS = 64
const BOOK_SHIFT = 16

/** Slots of the characters of a text. */
export const textSlots = (value: string): number => (value.length + 3) >> 2

export type Log = ReturnType<typeof openLog>
/** A run of records, read from its first slot to its end. */
export type LogPart = { readonly numbers: Float64Array; readonly words: Int32Array; readonly characters: Uint16Array }

export function openLog() {
  const memory = new ArrayBuffer(SLOTS * 8)
  const [numbers, words, characters] = [new Float64Array(memory), new Int32Array(memory), new Uint16Array(memory)]
  let full: LogPart[] = []
  let end = 0
  let started = 0

  function clear(): void {
    end = 0
    if (full.length > 0) full = []
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
    const slots = textSlots(value)
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
    const copy = memory.slice(0, end * 8)
    full.push({ numbers: new Float64Array(copy), words: new Int32Array(copy), characters: new Uint16Array(copy) })
    end = 0
  }

  /** All records since `clear`. The last part is a view: the next record changes it. */
  function parts(): readonly LogPart[] {
    const last = {
      numbers: numbers.subarray(0, end),
      words: words.subarray(0, end * 2),
      characters: characters.subarray(0, end * 4),
    }
    return [...full, last]
  }

  return { numbers, clear, begin, setWords, posting, text, finish, parts }
}
