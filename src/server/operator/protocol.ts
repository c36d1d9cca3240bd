/** What the tool and the server send each other: one line of JSON each way, then the connection ends. */

import { join } from 'node:path'

export type OperatorRequest = {
  readonly action: string
  readonly input: Readonly<Record<string, unknown>>
  /** The name of the operator, for the record. */
  readonly operator: string
  /** Null for an action that changes nothing. */
  readonly reason: string | null
}

/** Rows of cells; the first row is the heading. */
export type Table = readonly (readonly string[])[]
/** Sentences and tables, to be printed in this order. */
export type Report = readonly (string | Table)[]

export type OperatorReply =
  | { readonly ok: true; readonly report: Report }
  /** `outcome`: whether the action may have been executed nevertheless. */
  | { readonly ok: false; readonly text: string; readonly outcome: 'refused' | 'unknown' }

export const MAX_REQUEST_BYTES = 1_024 * 1_024

const SOCKET_NAME = 'operator.sock'
/** Linux reserves 108 bytes for the path of a socket, other systems 104, including the final zero. */
const MAX_PATH_BYTES = process.platform === 'linux' ? 107 : 103

/** A sentence instead of a path if this machine cannot have the socket there. */
export function socketPath(dataDir: string): { readonly path: string } | { readonly problem: string } {
  if (process.platform === 'win32')
    return { problem: 'operator access needs Unix sockets, which Windows does not have' }
  const path = join(dataDir, SOCKET_NAME)
  const bytes = Buffer.byteLength(path)
  if (bytes <= MAX_PATH_BYTES) return { path }
  return {
    problem: `the path ${path} has ${bytes} bytes, and a socket at most ${MAX_PATH_BYTES}: set a shorter DATA_DIR`,
  }
}
