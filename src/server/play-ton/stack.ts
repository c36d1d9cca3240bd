/** The stack of get methods in the form of toncenter's API. */

import { Cell, type TupleItem } from '@ton/core'

/** As JSON, such as `['num', '0x1']`. */
export type PlainEntry = readonly [type: string, value: unknown]

const MAX_ENTRIES = 32
const NUMBER = /^-?(0x[0-9a-f]{1,64}|[0-9]{1,78})$/i

/** The parameters of a call. Throws `RangeError` for anything else. */
export function readEntries(value: unknown): readonly PlainEntry[] {
  if (!Array.isArray(value) || value.length > MAX_ENTRIES) throw new RangeError('the stack is not a list')
  tupleItems(value)
  return value
}

/** Throws `RangeError` for an entry that is not a number, a cell or a slice. */
export const tupleItems = (entries: readonly PlainEntry[]): readonly TupleItem[] => entries.map(tupleItem)

function tupleItem(entry: unknown): TupleItem {
  const [type, value] = Array.isArray(entry) ? entry : []
  const text = String(value)
  if (type === 'num' && NUMBER.test(text)) return { type: 'int', value: bigIntOf(text) }
  if (type === 'tvm.Cell') return { type: 'cell', cell: cellOf(text) }
  if (type === 'tvm.Slice') return { type: 'slice', cell: cellOf(text) }
  throw new RangeError('an entry of the stack is not a number, a cell or a slice')
}

const bigIntOf = (text: string): bigint => (text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text))

function cellOf(boc: string): Cell {
  try {
    return Cell.fromBase64(boc)
  } catch {
    throw new RangeError('an entry of the stack is not a cell')
  }
}

/** The results of a call. */
export const plainEntries = (items: readonly TupleItem[]): readonly PlainEntry[] => items.map(plainEntry)

function plainEntry(item: TupleItem): PlainEntry {
  if (item.type === 'int')
    return ['num', item.value < 0n ? `-0x${(-item.value).toString(16)}` : `0x${item.value.toString(16)}`]
  if (item.type === 'tuple') return ['tuple', { '@type': 'tvm.tuple', elements: item.items.map(element) }]
  if (item.type === 'null') return ['list', { '@type': 'tvm.list', elements: [] }]
  if (item.type === 'nan') return ['num', 'NaN']
  return ['cell', { bytes: item.cell.toBoc().toString('base64') }]
}

/** Entries within a tuple have another form. */
function element(item: TupleItem): object {
  const [, value] = plainEntry(item)
  if (item.type === 'int' || item.type === 'nan')
    return {
      '@type': 'tvm.stackEntryNumber',
      number: { '@type': 'tvm.numberDecimal', number: String(item.type === 'int' ? item.value : 'NaN') },
    }
  if (item.type === 'tuple') return { '@type': 'tvm.stackEntryTuple', tuple: value }
  if (item.type === 'null') return { '@type': 'tvm.stackEntryList', list: value }
  return {
    '@type': item.type === 'slice' ? 'tvm.stackEntrySlice' : 'tvm.stackEntryCell',
    [item.type === 'slice' ? 'slice' : 'cell']: value,
  }
}
