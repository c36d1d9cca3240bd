/** Why a wallet did not do what was asked. */
export type WalletFailure = 'rejected' | 'timeout' | 'failed'

export class WalletError extends Error {
  readonly failure: WalletFailure
  constructor(failure: WalletFailure) {
    super(failure)
    this.failure = failure
  }
}
