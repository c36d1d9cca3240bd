/** HTTP calls for deposits and withdrawals. */

import { deleteCall, getCall, postCall } from '../call.ts'
import type { TransactionDetailView } from '../transactions/views.ts'
import type {
  AddressBookView,
  AddressView,
  NetworkView,
  TonPaymentView,
  WalletCurrencyView,
  WithdrawalLimitsView,
} from './views.ts'

/** `amount` leaves the balance and includes the fee. Repeating `client_request_id` withdraws once. */
type WithdrawBody = {
  readonly client_request_id: string
  readonly currency_id: number
  readonly network_id: number
  readonly address: string
  readonly memo?: string | null
  readonly amount: string
  readonly code: string
  readonly address_book_id?: number | null
}

type AddressBody = {
  readonly network_id: number
  readonly currency_id?: number | null
  readonly label: string
  readonly address: string
  readonly memo?: string | null
  readonly code: string
}

/** `sender`: the address of the wallet that pays. */
type TonPaymentBody = {
  readonly network_id: number
  readonly currency_id: number
  readonly amount: string
  readonly sender: string
}

export const walletCalls = {
  walletCurrencies: getCall<readonly WalletCurrencyView[]>('/api/currencies/', 'public'),
  networks: getCall<readonly NetworkView[]>('/api/currencies/:id/networks/', 'bearer'),
  /** Changes nothing: the wallet decides whether it pays. */
  tonPayment: postCall<TonPaymentBody, TonPaymentView>('/api/ton-payment/', 'bearer'),
  withdrawalLimits: getCall<WithdrawalLimitsView>('/api/transactions/withdrawals/limits/', 'bearer'),
  withdraw: postCall<WithdrawBody, TransactionDetailView>('/api/transactions/withdrawals/', 'bearer'),
  cancelWithdrawal: deleteCall<TransactionDetailView>('/api/transactions/withdrawals/:uuid/', 'bearer'),
  addressBook: getCall<AddressBookView>('/api/address-book/', 'bearer'),
  addAddress: postCall<AddressBody, AddressView>('/api/address-book/', 'bearer'),
  deleteAddress: deleteCall<AddressBookView>('/api/address-book/:id/', 'bearer'),
  setAddressBookMode: postCall<{ readonly whitelist_only: boolean; readonly code: string }, AddressBookView>(
    '/api/address-book/mode/',
    'bearer',
  ),
} as const
