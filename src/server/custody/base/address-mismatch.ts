/** Why a network with a wrong address of its own is closed. */

/** A stored address is not ours, or the signer has other keys: what is sent there could not be moved, or is a thief's. */
export class AddressMismatch extends Error {
  /** `table`: of the address. */
  constructor(problem: string, table: 'deposit_addresses' | 'ton_wallets') {
    const row = `if another program has changed the row, delete it from ${table} and start again`
    super(`${problem}: give the signer the key that was used before; ${row}`)
  }
}

export const OTHER_KEYS = 'the signer has other keys than the stored hot wallet address'
