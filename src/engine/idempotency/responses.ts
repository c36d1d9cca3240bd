/**
 * First responses, as records of numbers in the order in which they came: six slots of eight bytes each, in blocks that are
 * not written again once they are full. A client id is known by 106 bits of its hash.
 */

import type { OrderId } from '../../contract/ids.ts'
import { assert, expectDefined } from '../assert.ts'
import type { RequestRemembered } from './events.ts'
import { textHash } from './text-hash.ts'

const FIELDS = 6
const [OWNER, ID, MORE_OF_ID, UNTIL, BODY, ORDER] = [0, 1, 2, 3, 4, 5] as const
/** Records in a block. */
const BLOCK_BITS = 10
const BLOCK = 1 << BLOCK_BITS
const FIRST_INDEX = 1 << 10
/** The index has record numbers modulo 2^30, plus one. */
const NUMBERS = 2 ** 30 - 1
/** In place of an order: the answer is kept by itself. */
const OTHER = -1

type Answer = RequestRemembered['answer']
export type FirstResponse = Pick<RequestRemembered, 'body' | 'answer'>
/** `owner`: its number in the core. */
type Key = { readonly owner: number; readonly clientId: string }
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
  /** Open addressing, at most half full: the newest record of each owner and client id. */
  #index = new Int32Array(FIRST_INDEX)
  #indexed = 0
  /** By record number. */
  readonly #others = new Map<number, Answer>()
  #hashed = hashed('')

  get size(): number {
    return this.#next - this.#oldest
  }

  /** The first response to this client id, unless it is no longer kept at `at`. */
  find({ owner, clientId }: Key, at: number): FirstResponse | undefined {
    const { id, more } = this.#hash(clientId)
    const stored = this.#index[this.#placeOf(owner, id, more)]!
    if (stored === 0) return undefined
    const number = this.#numberOf(stored)
    return at < this.#read(number, UNTIL) ? this.#responseOf(number) : undefined
  }

  add({ owner, clientId }: Key, { until, body, answer }: Omit<Stored, 'owner' | 'id'>): void {
    const { id, more } = this.#hash(clientId)
    this.#put({ owner, id: [id, more], until, body, answer })
  }

  /** Those at the beginning that are not kept any longer. Not in order of expiry, so one may be dropped two minutes late. */
  dropUntil(at: number): void {
    while (this.#oldest < this.#next && this.#read(this.#oldest, UNTIL) <= at) this.#drop()
  }

  /** Oldest first. */
  *all(): Generator<Stored> {
    for (let number = this.#oldest; number < this.#next; number++) {
      const id = [this.#read(number, ID), this.#read(number, MORE_OF_ID)] as const
      const [owner, until] = [this.#read(number, OWNER), this.#read(number, UNTIL)]
      yield { owner, id, until, ...this.#responseOf(number) }
    }
  }

  /** The newest one of each owner and client id. */
  *newest(): Generator<Stored> {
    let number = this.#oldest
    for (const stored of this.all()) {
      if (this.#index[this.#placeOf(stored.owner, ...stored.id)] === indexedAs(number)) yield stored
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
  others(): (readonly [place: number, Answer])[] {
    return Array.from(this.#others, ([number, answer]) => [number - this.#oldest, answer])
  }

  /** Into no responses: blocks, then the other answers. */
  loadBlock(bytes: Uint8Array): void {
    // A copy: what was unpacked begins anywhere in its memory.
    const numbers = new Float64Array(new Uint8Array(bytes).buffer)
    for (let from = 0; from < numbers.length; from += FIELDS) this.#append(numbers.subarray(from, from + FIELDS))
  }

  loadOther([place, answer]: readonly [place: number, Answer]): void {
    this.#others.set(this.#oldest + place, answer)
  }

  #put({ owner, id: [id, more], until, body, answer }: Stored): void {
    if (!('order' in answer)) this.#others.set(this.#next, answer)
    this.#append([owner, id, more, until, body, 'order' in answer ? answer.order : OTHER])
  }

  #append(record: ArrayLike<number>): void {
    const number = this.#next
    const at = (number - this.#first) % BLOCK
    if (at === 0) this.#blocks.push(new Float64Array(BLOCK * FIELDS))
    expectDefined(this.#blocks.at(-1), 'there is a block').set(record, at * FIELDS)
    this.#next += 1
    assert(this.size < NUMBERS, 'the index tells records apart')
    const place = this.#placeOf(record[OWNER]!, record[ID]!, record[MORE_OF_ID]!)
    if (this.#index[place] === 0) this.#indexed += 1
    this.#index[place] = indexedAs(number)
    if (this.#indexed * 2 > this.#index.length) this.#grow()
  }

  #drop(): void {
    const number = this.#oldest
    const place = this.#placeOf(this.#read(number, OWNER), this.#read(number, ID), this.#read(number, MORE_OF_ID))
    // A client id may be used again after its response expired: only this response is dropped, not a newer one.
    if (this.#index[place] === indexedAs(number)) this.#clear(place)
    this.#others.delete(number)
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

  #numberOf = (stored: number): number => this.#oldest + ((stored - 1 - this.#oldest) & NUMBERS)

  #homeOf = (owner: number, id: number): number => (id ^ Math.imul(owner, 0x9e3779b1)) & (this.#index.length - 1)

  /** Where the newest record of an owner and a client id is, or would be. */
  #placeOf(owner: number, id: number, more: number): number {
    for (let place = this.#homeOf(owner, id); ; place = (place + 1) & (this.#index.length - 1)) {
      const stored = this.#index[place]!
      if (stored === 0) return place
      const number = this.#numberOf(stored)
      if (this.#read(number, ID) !== id || this.#read(number, MORE_OF_ID) !== more) continue
      if (this.#read(number, OWNER) === owner) return place
    }
  }

  /** What stands behind moves up, so that no search ends too early. */
  #clear(cleared: number): void {
    const [index, mask] = [this.#index, this.#index.length - 1]
    let hole = cleared
    for (let place = (hole + 1) & mask; index[place] !== 0; place = (place + 1) & mask) {
      const number = this.#numberOf(index[place]!)
      const home = this.#homeOf(this.#read(number, OWNER), this.#read(number, ID))
      if (((place - home) & mask) < ((place - hole) & mask)) continue
      index[hole] = index[place]!
      hole = place
    }
    index[hole] = 0
    this.#indexed -= 1
  }

  #grow(): void {
    const before = this.#index
    this.#index = new Int32Array(before.length * 4)
    for (const stored of before) {
      if (stored === 0) continue
      const number = this.#numberOf(stored)
      const place = this.#placeOf(this.#read(number, OWNER), this.#read(number, ID), this.#read(number, MORE_OF_ID))
      this.#index[place] = stored
    }
  }

  /** A request is looked for and then remembered: its client id is hashed once. */
  #hash(clientId: string): Hashed {
    if (clientId !== this.#hashed.clientId) this.#hashed = hashed(clientId)
    return this.#hashed
  }
}

type Hashed = { readonly clientId: string; readonly id: number; readonly more: number }
const hashed = (clientId: string): Hashed => ({ clientId, id: textHash(clientId), more: textHash(clientId, 1) })

const indexedAs = (number: number): number => (number & NUMBERS) + 1
const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)
