/** Bags of cells: the hashes of TON, also of what `@ton/core` cannot read, and an error for everything that is no bag. */

import { Address, beginCell, Cell, comment, internal, loadShardAccount, storeMessage } from '@ton/core'
import { createEmptyShardAccount, defaultConfig, Executor } from '@ton/sandbox'
import { describe, expect, test } from 'vitest'
import { readBagOfCells, WrongCells } from '../../../src/chains/ton/bag-of-cells.ts'
import { storedAccount } from '../../../src/server/play-ton/account-state.ts'
import { JETTON_MINTER_CODE, JETTON_WALLET_CODE } from '../../../src/server/play-ton/contracts/code.ts'
import {
  bagOfTestCells,
  hashOf,
  library,
  measureAt,
  merkle,
  nestedProofs,
  prunedBranch,
  type TestCell,
  testCell,
  testCellOf,
} from '../../fixtures/ton-cells.ts'

const hex = (cell: Cell): string => cell.hash().toString('hex')

/** Numbers from 0 up to, but without, the limit; the same for each seed. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/** Cells that share cells, with any number of bits; with `proofs` also exotic ones, none inside another proof. */
function randomTree(random: (limit: number) => number, withProofs: boolean): Cell {
  const known: Cell[] = [Cell.EMPTY]
  for (let each = 0; each < 30; each++) {
    const builder = beginCell()
    for (let bit = random(2) * random(1_024); bit > 0; bit--) builder.storeBit(random(2))
    for (let ref = random(5); ref > 0; ref--) builder.storeRef(known[random(known.length)] ?? Cell.EMPTY)
    known.push(builder.endCell())
  }
  const all = beginCell()
  for (const cell of known.slice(-4)) all.storeRef(cell)
  const tree = all.endCell()
  return withProofs ? proofOf(tree, random) : tree
}

function proofOf(tree: Cell, random: (limit: number) => number): Cell {
  const pruned = (cell: Cell): Cell => {
    const bits = beginCell().storeUint(0x0101, 16).storeBuffer(cell.hash(0)).storeUint(cell.depth(0), 16)
    return new Cell({ exotic: true, bits: bits.endCell().bits })
  }
  const part = new Cell({ bits: tree.bits, refs: tree.refs.map((ref) => (random(2) === 0 ? ref : pruned(ref))) })
  const bits = beginCell().storeUint(3, 8).storeBuffer(part.hash(0)).storeUint(part.depth(0), 16).endCell().bits
  const proof = new Cell({ exotic: true, bits, refs: [part] })
  const shared = new Cell({ exotic: true, bits: beginCell().storeUint(2, 8).storeUint(7, 256).endCell().bits })
  return beginCell().storeRef(proof).storeRef(shared).storeRef(tree).endCell()
}

describe('A bag that @ton/core can read', () => {
  test.each([
    ['an empty cell', Cell.EMPTY],
    ['a comment', comment('x'.repeat(500))],
    ['the code of a minter', JETTON_MINTER_CODE],
    ['the code of a wallet', JETTON_WALLET_CODE],
  ])('with %s has the same hash and the same cells', (_what, cell) => {
    const tree = readBagOfCells(cell.toBoc())
    expect(tree.hash).toBe(hex(cell))
    expect(tree.cell.equals(cell)).toBe(true)
  })

  test('with random cells has the same hash and the same cells, whatever its header says', () => {
    for (let seed = 0; seed < 200; seed++) {
      const cell = randomTree(randomNumbers(seed), false)
      const tree = readBagOfCells(cell.toBoc({ idx: seed % 2 === 0, crc32: seed % 3 === 0 }))
      expect(tree.hash).toBe(hex(cell))
      expect(tree.cell.equals(cell)).toBe(true)
    }
  })

  test('with proofs that are not nested has the same hash, and ordinary cells stand for the exotic ones', () => {
    for (let seed = 0; seed < 200; seed++) {
      const cell = randomTree(randomNumbers(seed), true)
      const tree = readBagOfCells(cell.toBoc())
      expect(tree.hash).toBe(hex(cell))
      expect(tree.cell.refs.map((ref) => ref.isExotic)).toEqual([false, false, false])
      const [proof, shared, rest] = cell.refs.map((ref) => ref.hash())
      expect(tree.cell.refs.slice(0, 2).map((ref) => ref.beginParse().skip(96).loadBuffer(32))).toEqual([proof, shared])
      expect(tree.cell.refs[2]?.hash()).toEqual(rest)
    }
  })
})

describe('Nested Merkle proofs', () => {
  const all: Readonly<Record<string, TestCell>> = {
    'a proof inside an update': nestedProofs(),
    'three proofs inside each other': merkle(testCell(Buffer.from('outer'), [merkle(nestedInner())])),
    'a proof of a library': merkle(testCell(Buffer.from('code'), [library(Buffer.alloc(32, 5))])),
  }

  function nestedInner(): TestCell {
    const leaf = testCell(Buffer.from('leaf'))
    const [one, two] = [prunedBranch(1, [measureAt(leaf, 0)]), prunedBranch(4, [measureAt(leaf, 0)])]
    const three = prunedBranch(7, [measureAt(leaf, 0), measureAt(leaf, 0), measureAt(one, 1)])
    return testCell(Buffer.from('middle'), [merkle(testCell(Buffer.from('inner'), [one, two, three]))])
  }

  test.each(Object.entries(all))('%s have the hash that the definition gives, wherever they are', (_what, proof) => {
    const root = testCell(Buffer.from('root'), [proof, testCell(Buffer.from('other'), [proof])])
    const { hash, cell } = readBagOfCells(bagOfTestCells(root))
    expect(hash).toBe(hashOf(root))
    expect(cell.refs[0]?.beginParse().skip(96).loadBuffer(32).toString('hex')).toBe(hashOf(proof))
    expect(() => Cell.fromBoc(cell.toBoc())).not.toThrow()
  })

  test('in a message lead to a transaction with the hash that the virtual machine computes', async () => {
    const executor = await Executor.create()
    const to = Address.parseRaw(`0:${'7'.repeat(64)}`)
    const message = internal({ to, value: 10n ** 9n, bounce: false, body: Cell.EMPTY })
    const info = { ...message.info, src: Address.parseRaw(`0:${'8'.repeat(64)}`) } as const
    const plain = beginCell()
      .store(storeMessage({ ...message, info }, { forceRef: true }))
      .endCell()
    for (const proof of Object.values(all)) {
      const bytes = bagOfTestCells({ ...testCellOf(plain), refs: [testCell(Buffer.from('body'), [proof])] })
      const { result } = await executor.runTransaction({
        config: defaultConfig,
        libs: null,
        verbosity: 'short',
        now: 1_800_000_000,
        lt: 1_000_000n,
        randomSeed: Buffer.alloc(32),
        ignoreChksig: false,
        debugEnabled: false,
        shardAccount: storedAccount(createEmptyShardAccount(to)).toString('base64'),
        message: { toBoc: () => bytes } as Cell,
      })
      if (!result.success) throw new Error(result.error)
      const { lastTransactionHash } = loadShardAccount(Cell.fromBase64(result.shardAccount).beginParse())
      const { hash } = readBagOfCells(Buffer.from(result.transaction, 'base64'))
      expect(hash).toBe(lastTransactionHash.toString(16).padStart(64, '0'))
    }
  })
})

describe('What is no bag of cells is an error:', () => {
  const good = bagOfTestCells(testCell(Buffer.from('root'), [nestedProofs()]))
  const changed = (change: (bytes: Buffer) => void): Buffer => {
    const bytes = Buffer.from(bagOfTestCells(testCell(Buffer.from('ab'), [testCell(Buffer.from('c'))])))
    change(bytes)
    return bytes
  }
  /** A header of 18 bytes, then the root: descriptors, 2 bytes, one reference. */
  const [ROOT, REF] = [18, 22]
  let deep = testCell(Buffer.alloc(0))
  for (let level = 0; level < 1_025; level++) deep = testCell(Buffer.alloc(0), [deep])
  const lone = (data: Buffer, refs: readonly TestCell[] = []): TestCell => testCell(data, refs, true)
  const leaf = testCell(Buffer.from('leaf'))

  const wrong: Readonly<Record<string, () => Uint8Array>> = {
    'no bytes': () => Buffer.alloc(0),
    'another magic number': () => changed((bytes) => bytes.writeUInt8(0, 0)),
    'a reserved flag': () => changed((bytes) => bytes.writeUInt8(0x12, 4)),
    'references of no bytes': () => changed((bytes) => bytes.writeUInt8(0, 4)),
    'references of five bytes': () => changed((bytes) => bytes.writeUInt8(5, 4)),
    'no cells': () => changed((bytes) => bytes.writeUInt16BE(0, 6)),
    'more cells than bytes': () => changed((bytes) => bytes.writeUInt16BE(65_535, 6)),
    'four billion cells': () => Buffer.from('b5ee9c720404ffffffff0000000100000000000000000000000000', 'hex'),
    'two roots': () => changed((bytes) => bytes.writeUInt16BE(2, 8)),
    'an absent cell': () => changed((bytes) => bytes.writeUInt16BE(1, 10)),
    'another size': () => changed((bytes) => bytes.writeUInt32BE(1, 12)),
    'a root that is not in the bag': () => changed((bytes) => bytes.writeUInt16BE(2, 16)),
    'a cell that refers to itself': () => changed((bytes) => bytes.writeUInt16BE(0, REF)),
    'a reference out of the bag': () => changed((bytes) => bytes.writeUInt16BE(2, REF)),
    'five references': () => changed((bytes) => bytes.writeUInt8(5, ROOT)),
    'a level without proofs': () => changed((bytes) => bytes.writeUInt8(0x21, ROOT)),
    'bits without an end': () => changed((bytes) => bytes.fill(3, ROOT + 1, ROOT + 2).writeUInt8(0, ROOT + 3)),
    'bytes after the last cell': () => Buffer.concat([good, Buffer.alloc(1)]),
    'cells that are nested too deeply': () => bagOfTestCells(deep),
    'a root that is a pruned branch': () => bagOfTestCells(prunedBranch(1, [measureAt(leaf, 0)])),
    'an exotic cell without a type': () => bagOfTestCells(lone(Buffer.alloc(0))),
    'an exotic cell of an unknown type': () => bagOfTestCells(lone(Buffer.from([5]))),
    'a library cell that is too short': () => bagOfTestCells(library(Buffer.alloc(31))),
    'a library cell with a reference': () => bagOfTestCells(lone(library(Buffer.alloc(32)).data, [leaf])),
    'a pruned branch of level 0': () => bagOfTestCells(merkle(prunedBranch(0, []))),
    'a pruned branch that is too short': () =>
      bagOfTestCells(testCell(Buffer.alloc(1), [prunedBranch(3, [measureAt(leaf, 0)])])),
    'a proof of another cell': () => bagOfTestCells(lone(merkle(leaf).data, [testCell(Buffer.from('x'))])),
    'a proof of nothing': () => bagOfTestCells(lone(merkle(leaf).data)),
    'an update without a second cell': () => bagOfTestCells(lone(merkle(leaf, leaf).data, [leaf])),
    'a pruned branch that claims a depth of 65,535': () =>
      bagOfTestCells(merkle(testCell(Buffer.alloc(1), [prunedBranch(1, [{ hash: Buffer.alloc(32), depth: 65_535 }])]))),
  }

  test.each(Object.entries(wrong))('%s', (_what, bytes) => {
    expect(() => readBagOfCells(bytes())).toThrow(WrongCells)
  })

  test('a bag that ends too early, at each of its bytes', () => {
    for (let end = 0; end < good.length; end++) expect(() => readBagOfCells(good.subarray(0, end))).toThrow(WrongCells)
  })

  test('5,000 bags with random or changed bytes are read, or are an error of the reader', () => {
    const random = randomNumbers(7)
    let [errors, read] = [0, 0]
    for (let each = 0; each < 5_000; each++) {
      const bytes = each % 4 === 0 ? Buffer.from(good.map(() => random(256))) : Buffer.from(good)
      if (each % 8 === 0) good.copy(bytes, 0, 0, ROOT)
      bytes.writeUInt8(random(256), random(bytes.length))
      try {
        expect(readBagOfCells(bytes).hash).toMatch(/^[0-9a-f]{64}$/)
        read += 1
      } catch (error) {
        expect(error).toBeInstanceOf(WrongCells)
        errors += 1
      }
    }
    expect([errors > 4_000, read > 0]).toEqual([true, true])
  })

  test('more cells than the limit; as many are read', () => {
    const bag = (cells: number): Buffer => {
      const header = Buffer.from('b5ee9c7203040000000000010000000000000000000000', 'hex').subarray(0, 22)
      header.writeUIntBE(cells, 6, 3)
      header.writeUInt32BE(cells * 2, 15)
      return Buffer.concat([header, Buffer.alloc(cells * 2)])
    }
    expect(readBagOfCells(bag(32_768)).hash).toBe(hex(Cell.EMPTY))
    expect(() => readBagOfCells(bag(32_769))).toThrow('at most')
  })
})
