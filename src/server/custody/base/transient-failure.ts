import { ChainUnavailable } from '../../../chains/chain-unavailable.ts'
import { isTransient } from '../../runtime/transient-errors.ts'
import { Unavailable } from '../../sequencer/unavailable.ts'
import { SignerUnavailable } from '../signer/signer-client.ts'

/** What has a part of its own in `/health`, or is the chain of the network. */
const isOfOthers = (error: unknown): error is Error =>
  error instanceof ChainUnavailable || error instanceof SignerUnavailable || error instanceof Unavailable

/** The database does not answer, or a query waits for a lock of another session. */
export const isOfDatabase = (error: unknown): error is Error =>
  error instanceof Error && !isOfOthers(error) && isTransient(error)

/** The next round tries again. */
export const isTransientFailure = (error: unknown): error is Error => isOfOthers(error) || isOfDatabase(error)
