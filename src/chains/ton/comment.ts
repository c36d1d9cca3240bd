/** Text comments of messages: the operation 0, then UTF-8, continued in the only reference of each cell. */

import { beginCell, type Cell } from '@ton/core'

const MAX_CELLS = 8
/** Whole bytes of a cell. The first cell begins with four bytes of the operation. */
const CELL_BYTES = 127
const OPERATION_BITS = 32

/**
 * Undefined unless the body is a comment of at most 8 cells, each with whole bytes and at most one reference, whose text
 * is valid UTF-8. Encrypted comments are another operation.
 */
export function readComment(body: Cell): string | undefined {
  const parts: Buffer[] = []
  for (let cell: Cell | undefined = body; cell !== undefined; cell = cell.refs[0]) {
    const isFirst = parts.length === 0
    if (cell.isExotic || cell.refs.length > 1 || cell.bits.length % 8 !== 0 || parts.length === MAX_CELLS)
      return undefined
    const slice = cell.beginParse()
    if (isFirst && (slice.remainingBits < OPERATION_BITS || slice.loadUint(OPERATION_BITS) !== 0)) return undefined
    parts.push(slice.loadBuffer(slice.remainingBits / 8))
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(parts))
  } catch {
    return undefined
  }
}

/** Throws `RangeError` if the text needs more than 8 cells (1,012 bytes). */
export function commentCell(text: string): Cell {
  const bytes = Buffer.concat([Buffer.alloc(OPERATION_BITS / 8), Buffer.from(text, 'utf8')])
  if (bytes.length > MAX_CELLS * CELL_BYTES) throw new RangeError('the comment is too long')
  return snake(bytes)
}

function snake(bytes: Buffer): Cell {
  const builder = beginCell().storeBuffer(bytes.subarray(0, CELL_BYTES))
  const rest = bytes.subarray(CELL_BYTES)
  return (rest.length === 0 ? builder : builder.storeRef(snake(rest))).endCell()
}
