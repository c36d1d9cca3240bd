/** A session with a wallet on TON. */

export type TonMessage = { readonly address: string; readonly amount: string; readonly payload: string }

/** `address` raw; `chain`: -239 is the main network. Both throw `WalletError`. */
export type TonSession = {
  readonly address: string
  readonly chain: string
  /** `now`: the server's time in milliseconds, because the device's clock may be wrong. */
  send(chain: string, message: TonMessage, now: number): Promise<void>
}

/** Why a wallet did not do what was asked. */
type WalletFailure = 'rejected' | 'timeout' | 'failed'

export class WalletError extends Error {
  readonly failure: WalletFailure
  constructor(failure: WalletFailure) {
    super(failure)
    this.failure = failure
  }
}
