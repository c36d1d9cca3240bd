/** One file for four sheets, which share most of their code: each file has a name in the first chunk. */

export { default as ConvertSheet } from './convert/convert-sheet.tsx'
export { default as DepositSheet } from './deposit/deposit-sheet.tsx'
export { default as PlayWalletSheet } from './play-wallet/play-wallet-sheet.tsx'
export { default as WithdrawSheet } from './withdraw/withdraw-sheet.tsx'
