/** Until when messages that the books do not have can still be executed, after a restore. */

import { HIGHLOAD_TIMEOUT } from '../../../chains/ton/highload.ts'
import type { NetworkInfo } from '../../../engine/exchange.ts'
import { BookLostProblem } from '../base/lost-booking.ts'
import type { SignerClient } from '../signer/signer-client.ts'
import { CLOCK_SECONDS } from './executions.ts'

/** `next`: the next number of the signer. `newest`: the time of its newest message, in seconds; undefined without one. */
type Signed = { readonly next: number; readonly newest: number | undefined }

export async function signedBy(
  signer: Pick<SignerClient, 'counters'>,
  { network, generation }: NetworkInfo,
): Promise<Signed> {
  const { nonces } = await signer.counters()
  const own = nonces.find((each) => each.chainId === network.chainId && each.generation === generation)
  return { next: own?.next ?? 0, newest: own?.newest }
}

/**
 * The signer may be from the backup too: then nothing knows the messages that were signed after it. They were made before
 * the restore. `time`: seconds by the clock of the chain, up to which the list was read. Throws `BookLostProblem`.
 */
export function refuseYoungRestore({ restoredAt }: NetworkInfo, time: number): void {
  // The signer accepts messages from its near future.
  const newest = restoredAt === null ? undefined : Math.floor(restoredAt / 1_000) + CLOCK_SECONDS
  refuseValid(newest, time, 'that was signed before the restore')
}

/**
 * The number that the engine must continue with: `used`, the next one after books and chain, or that of the signer. Throws
 * `BookLostProblem` while a message of the signer that neither of them has can still be executed.
 */
export function nextAfter(used: number, { next, newest }: Signed, time: number): number {
  if (next <= used) return used
  if (newest === undefined)
    throw new BookLostProblem(
      `the signer has signed payments up to nonce ${next - 1}, which neither the books nor the chain have`,
    )
  refuseValid(newest, time, `that only the signer has, with a number up to ${next - 1},`)
  return next
}

function refuseValid(newest: number | undefined, time: number, which: string): void {
  const end = newest === undefined ? undefined : newest + HIGHLOAD_TIMEOUT + CLOCK_SECONDS
  if (end === undefined || time > end) return
  const until = new Date((end + 1) * 1_000).toISOString()
  throw new BookLostProblem(
    `a message ${which} can be executed until ${until} by the clock of the chain: wait until then`,
  )
}
