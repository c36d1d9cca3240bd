/**
 * First responses, as records of numbers in the order in which they came: five slots of eight bytes each, in blocks that are
 * not written again once they are full. A client id is known by 84 bits of its hash.
 */

import type { OrderId } from '../../contract/ids.ts'
import { assert, expectDefined } from '../assert.ts'
import { clientIdHash, tagOf } from './client-id-hash.ts'
import type { RequestRemembered } from './events.ts'

const FIELDS = 5
const [ID, OWNER, UNTIL, BODY, ORDER] = [0, 1, 2, 3, 4] as const
/** Beside the number of an owner are more bits of the client id. */
const OWNER_FACTOR = 2 ** 31
/** Records in a block. */
const BLOCK_BITS = 10
const BLOCK = 1 << BLOCK_BITS
/** Of the index, in entries. */
const FIRST_SIZE = 1 << 10
/** The index has record numbers modulo 2^30, plus one. */
const NUMBERS = 2 ** 30 - 1
/** In place of an order: the answer is kept by itself. */
const OTHER = -1

type OtherAnswer = RequestRemembered['answer']
export type FirstResponse = {
  readonly body: number
  readonly answer: { readonly order: OrderId } | OtherAnswer
}
/** `owner`: its number in the core. `id`: the client id. */
export type Stored = {
  readonly owner: number
  readonly id: readonly [number, number]
  readonly until: number
} & FirstResponse

/** Records are numbered from 0; the oldest ones are dropped. */
export class Responses {
  #blocks: Float64Array[] = []
  /** The number of the first record in the first block. */
  #first = 0
  #oldest = 0
  #next = 0
  /**
   * The newest record of each owner and client id. Open addressing, at most two thirds full, two words for each entry: the
   * record, and the tag, which differs from that of nearly all others, so that their records are not looked at.
   */
  #index = new Int32Array(FIRST_SIZE * 2)
  #mask = FIRST_SIZE - 1
  #indexed = 0
  /** By record number. */
  readonly #others = new Map<number, OtherAnswer>()

  get size(): number {
    return this.#next - this.#oldest
  }

  /** The first response to this client id of an owner, unless it is no longer kept at `at`. */
  find(owner: number, clientId: string, at: number): FirstResponse | undefined {
    const { id, more } = clientIdHash(clientId)
    const stored = this.#index[this.#placeOf(id, owner * OWNER_FACTOR + more) * 2]!
    if (stored === 0) return undefined
    const number = this.#numberOf(stored)
    return at < this.#read(number, UNTIL) ? this.#responseOf(number) : undefined
  }

  add(owner: number, clientId: string, { until, body, answer }: Omit<Stored, 'owner' | 'id'>): void {
    const { id, more } = clientIdHash(clientId)
    const number = this.#append()
    this.#write(number, ID, id)
    this.#write(number, OWNER, owner * OWNER_FACTOR + more)
    this.#write(number, UNTIL, until)
    this.#write(number, BODY, body)
    this.#write(number, ORDER, 'order' in answer ? answer.order : OTHER)
    if (!('order' in answer)) this.#others.set(number, answer)
    this.#addToIndex(number)
  }

  /** Those at the beginning that are not kept any longer. Not in order of expiry, so one may be dropped two minutes late. */
  dropUntil(at: number): void {
    while (this.#oldest < this.#next && this.#read(this.#oldest, UNTIL) <= at) this.#drop()
  }

  /** Oldest first. */
  *all(): Generator<Stored> {
    for (let number = this.#oldest; number < this.#next; number++) {
      const both = this.#read(number, OWNER)
      const owner = Math.floor(both / OWNER_FACTOR)
      const id = [this.#read(number, ID), both - owner * OWNER_FACTOR] as const
      yield { owner, id, until: this.#read(number, UNTIL), ...this.#responseOf(number) }
    }
  }

  /** The newest one of each owner and client id. */
  *newest(): Generator<Stored> {
    let number = this.#oldest
    for (const stored of this.all()) {
      if (this.#index[this.#placeOfRecord(number) * 2] === indexedAs(number)) yield stored
      number += 1
    }
  }

  /** Of each block what is kept of it; what can no longer change is not copied. */
  blocks(): Uint8Array[] {
    return this.#blocks.map((block, at) => {
      const begin = this.#first + at * BLOCK
      const [from, to] = [this.#oldest - begin, this.#next - begin]
      const kept = block.subarray(Math.max(0, from) * FIELDS, Math.min(BLOCK, to) * FIELDS)
      return bytesOf(to < BLOCK ? kept.slice() : kept)
    })
  }

  /** Answers other than orders, each with its place counted from the oldest record. */
  others(): (readonly [place: number, OtherAnswer])[] {
    return Array.from(this.#others, ([number, answer]) => [number - this.#oldest, answer])
  }

  /** Into no responses: blocks, then the other answers. */
  loadBlock(bytes: Uint8Array): void {
    // A copy: what was unpacked begins anywhere in its memory.
    const numbers = new Float64Array(new Uint8Array(bytes).buffer)
    for (let from = 0; from < numbers.length; from += FIELDS) {
      const number = this.#append()
      for (let field = 0; field < FIELDS; field++) this.#write(number, field, numbers[from + field]!)
      this.#addToIndex(number)
    }
  }

  loadOther([place, answer]: readonly [place: number, OtherAnswer]): void {
    this.#others.set(this.#oldest + place, answer)
  }

  /** The number of a new record. */
  #append(): number {
    const number = this.#next
    if (((number - this.#first) & (BLOCK - 1)) === 0) this.#blocks.push(new Float64Array(BLOCK * FIELDS))
    this.#next += 1
    assert(this.size < NUMBERS, 'the index tells records apart')
    return number
  }

  #addToIndex(number: number): void {
    const [id, owner] = [this.#read(number, ID), this.#read(number, OWNER)]
    const place = this.#placeOf(id, owner)
    if (this.#index[place * 2] === 0) this.#indexed += 1
    this.#index[place * 2] = indexedAs(number)
    this.#index[place * 2 + 1] = tagOfRecord(id, owner)
    if (this.#indexed * 3 > this.#mask * 2) this.#grow()
  }

  #drop(): void {
    const number = this.#oldest
    const place = this.#placeOfRecord(number)
    // A client id may be used again after its response expired: only this response is dropped, not a newer one.
    if (this.#index[place * 2] === indexedAs(number)) this.#clear(place)
    if (this.#read(number, ORDER) === OTHER) this.#others.delete(number)
    this.#oldest += 1
    if (this.#oldest < this.#first + BLOCK) return
    this.#blocks.shift()
    this.#first = this.#oldest
  }

  #responseOf(number: number): FirstResponse {
    const order = this.#read(number, ORDER) as OrderId | typeof OTHER
    const body = this.#read(number, BODY)
    if (order !== OTHER) return { body, answer: { order } }
    return { body, answer: expectDefined(this.#others.get(number), 'the other answers are kept, too') }
  }

  #read(number: number, field: number): number {
    const at = number - this.#first
    return this.#blocks[at >>> BLOCK_BITS]![(at & (BLOCK - 1)) * FIELDS + field]!
  }

  #write(number: number, field: number, value: number): void {
    const at = number - this.#first
    this.#blocks[at >>> BLOCK_BITS]![(at & (BLOCK - 1)) * FIELDS + field] = value
  }

  #numberOf = (stored: number): number => this.#oldest + ((stored - 1 - this.#oldest) & NUMBERS)

  #placeOfRecord = (number: number): number => this.#placeOf(this.#read(number, ID), this.#read(number, OWNER))

  /** Where the newest record of a client id and an owner is, or would be. */
  #placeOf(id: number, owner: number): number {
    const tag = tagOfRecord(id, owner)
    const [index, mask] = [this.#index, this.#mask]
    for (let place = tag & mask; ; place = (place + 1) & mask) {
      const stored = index[place * 2]!
      if (stored === 0) return place
      if (index[place * 2 + 1] !== tag) continue
      const number = this.#numberOf(stored)
      if (this.#read(number, ID) === id && this.#read(number, OWNER) === owner) return place
    }
  }

  /** What stands behind moves up, so that no search ends too early. */
  #clear(cleared: number): void {
    const [index, mask] = [this.#index, this.#mask]
    let hole = cleared
    for (let place = (hole + 1) & mask; index[place * 2] !== 0; place = (place + 1) & mask) {
      const tag = index[place * 2 + 1]!
      if (((place - tag) & mask) < ((place - hole) & mask)) continue
      index[hole * 2] = index[place * 2]!
      index[hole * 2 + 1] = tag
      hole = place
    }
    index[hole * 2] = 0
    this.#indexed -= 1
  }

  #grow(): void {
    const before = this.#index
    const after = new Int32Array(before.length * 2)
    this.#index = after
    this.#mask = this.#mask * 2 + 1
    for (let from = 0; from < before.length; from += 2) {
      const tag = before[from + 1]!
      if (before[from] === 0) continue
      let place = tag & this.#mask
      while (after[place * 2] !== 0) place = (place + 1) & this.#mask
      after[place * 2] = before[from]!
      after[place * 2 + 1] = tag
    }
  }
}

/** `both`: the owner and more bits of the client id. */
function tagOfRecord(id: number, both: number): number {
  const owner = Math.floor(both / OWNER_FACTOR)
  return tagOf(id, both - owner * OWNER_FACTOR, owner)
}

const indexedAs = (number: number): number => (number & NUMBERS) + 1
const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)
