/** The wallet that most users have: version 5, revision 1 (https://github.com/ton-blockchain/wallet-contract-v5, MIT). */

import {
  Address,
  type Builder,
  beginCell,
  Cell,
  contractAddress,
  internal,
  SendMode,
  type StateInit,
  storeOutList,
} from '@ton/core'

const CODE = Cell.fromBase64(
  'te6cckECFAEAAoEAART/APSkE/S88sgLAQIBIAINAgFIAwQC3NAg10nBIJFbj2Mg1wsfIIIQZXh0br0hghBzaW50vbCSXwPgghBleHRuuo60gCDXIQHQdNch+kAw+kT4KPpEMFi9kVvg7UTQgQFB1yH0BYMH9A5voTGRMOGAQNchcH/bPOAxINdJgQKAuZEw4HDiEA8CASAFDAIBIAYJAgFuBwgAGa3OdqJoQCDrkOuF/8AAGa8d9qJoQBDrkOuFj8ACAUgKCwAXsyX7UTQcdch1wsfgABGyYvtRNDXCgCAAGb5fD2omhAgKDrkPoCwBAvIOAR4g1wsfghBzaWduuvLgin8PAeaO8O2i7fshgwjXIgKDCNcjIIAg1yHTH9Mf0x/tRNDSANMfINMf0//XCgAK+QFAzPkQmiiUXwrbMeHywIffArNQB7Dy0IRRJbry4IVQNrry4Ib4I7vy0IgikvgA3gGkf8jKAMsfAc8Wye1UIJL4D95w2zzYEAP27aLt+wL0BCFukmwhjkwCIdc5MHCUIccAs44tAdcoIHYeQ2wg10nACPLgkyDXSsAC8uCTINcdBscSwgBSMLDy0InXTNc5MAGk6GwShAe78uCT10rAAPLgk+1V4tIAAcAAkVvg69csCBQgkXCWAdcsCBwS4lIQseMPINdKERITAJYB+kAB+kT4KPpEMFi68uCR7UTQgQFB1xj0BQSdf8jKAEAEgwf0U/Lgi44UA4MH9Fvy4Iwi1woAIW4Bs7Dy0JDiyFADzxYS9ADJ7VQAcjDXLAgkji0h8uCS0gDtRNDSAFETuvLQj1RQMJExnAGBAUDXIdcKAPLgjuLIygBYzxbJ7VST8sCN4gAQk1vbMeHXTNC01sNe',
)

/** Of the first wallet of a key on the main network. */
const WALLET_ID = 0x7fffff11
const SIGNED_EXTERNAL = 0x7369676e
const SEND_MODE = SendMode.PAY_GAS_SEPARATELY + SendMode.IGNORE_ERRORS

export function walletV5StateInit(publicKey: Uint8Array): StateInit {
  const data = beginCell()
    .storeBit(1)
    .storeUint(0, 32)
    .storeUint(WALLET_ID, 32)
    .storeBuffer(Buffer.from(publicKey), 32)
    .storeBit(0)
    .endCell()
  return { code: CODE, data }
}

/** Raw. */
export const walletV5Address = (publicKey: Uint8Array): string =>
  contractAddress(0, walletV5StateInit(publicKey)).toRawString()

/** One message to another account. `to` raw, `value` in nanotons, `validUntil`: Unix time in seconds. */
export type WalletV5Transfer = {
  readonly seqno: number
  readonly validUntil: number
  readonly to: string
  readonly value: bigint
  readonly bounce: boolean
  readonly body: Cell
}

/** The key signs the hash of the cell; `walletV5Body` adds the signature. */
export function unsignedWalletV5Transfer({ seqno, validUntil, to, value, bounce, body }: WalletV5Transfer): Builder {
  const outMsg = internal({ to: Address.parseRaw(to), value, bounce, body })
  const actions = beginCell()
    .store(storeOutList([{ type: 'sendMsg', mode: SEND_MODE, outMsg }]))
    .endCell()
  return beginCell()
    .storeUint(SIGNED_EXTERNAL, 32)
    .storeUint(WALLET_ID, 32)
    .storeUint(validUntil, 32)
    .storeUint(seqno, 32)
    .storeMaybeRef(actions)
    .storeBit(0)
}

export const walletV5Body = (unsigned: Builder, signature: Uint8Array): Cell =>
  beginCell().storeBuilder(unsigned).storeBuffer(Buffer.from(signature)).endCell()
