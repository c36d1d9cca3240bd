/** The endpoint did not answer, or not as expected. Always transient: only what is final on the chain decides anything. */
export class ChainUnavailable extends Error {
  override readonly name = 'ChainUnavailable'
}
