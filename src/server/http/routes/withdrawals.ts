/** Withdrawals and the address book. Calls that verify a code are rate-limited like a login, by user. */

import type { CurrencyId, NetworkId } from '../../../contract/ids.ts'
import { isRefused, type Refusal } from '../../../contract/refusals.ts'
import type { TransactionDetailView } from '../../../contract/transactions/views.ts'
import type { HistoryDeps } from '../../transactions/history.ts'
import { newestDetail } from '../../transactions/own-withdrawal.ts'
import type { TransactionDetail } from '../../transactions/transaction-detail.ts'
import { transactionDetailView } from '../../wire/transaction.ts'
import { addressBookView, addressView, withdrawalLimitsView } from '../../wire/withdrawal.ts'
import { addAddress, deleteAddress, listAddresses, setWhitelistOnly } from '../../withdrawals/address-book.ts'
import { cancelWithdrawal } from '../../withdrawals/cancel-withdrawal.ts'
import { ownLimits } from '../../withdrawals/own-limits.ts'
import { openWithdraw } from '../../withdrawals/withdraw.ts'
import type { WithdrawalDeps } from '../../withdrawals/withdrawal-deps.ts'
import type { RateLimits } from '../rate-limits.ts'
import { type RouteContext, serveSignedIn } from '../serve.ts'

type WithdrawalRoutesDeps = WithdrawalDeps & { readonly history: HistoryDeps }

export function serveWithdrawals(
  context: RouteContext,
  deps: WithdrawalRoutesDeps,
  { signIn, orders, reads }: RateLimits,
): void {
  const { history } = deps
  const withdraw = openWithdraw(deps)

  async function detail(result: TransactionDetail | Refusal): Promise<TransactionDetailView | Refusal> {
    return isRefused(result) ? result : transactionDetailView(await newestDetail(history, result))
  }

  serveSignedIn(context, 'withdrawalLimits', reads, async ({ user }) => {
    const limits = await ownLimits(deps, user)
    return isRefused(limits) ? limits : withdrawalLimitsView(limits)
  })
  serveSignedIn(context, 'withdraw', signIn, async (signedIn, { input, device }) =>
    detail(
      await withdraw(
        { signedIn, device },
        {
          clientId: input.client_request_id,
          network: input.network_id as NetworkId,
          currency: input.currency_id as CurrencyId,
          address: input.address,
          memo: input.memo ?? null,
          amount: input.amount,
          code: input.code,
          addressBookId: input.address_book_id ?? null,
        },
      ),
    ),
  )
  serveSignedIn(context, 'cancelWithdrawal', orders, async ({ user }, { params }) =>
    detail(await cancelWithdrawal(deps, user, params.uuid ?? '')),
  )
  serveAddressBook(context, deps, { signIn, reads })
}

function serveAddressBook(
  context: RouteContext,
  deps: WithdrawalDeps,
  { signIn, reads }: Pick<RateLimits, 'signIn' | 'reads'>,
): void {
  serveSignedIn(context, 'addressBook', reads, async ({ user }) => addressBookView(await listAddresses(deps, user)))
  serveSignedIn(context, 'addAddress', signIn, async (signedIn, { input, device }) => {
    const saved = await addAddress(
      deps,
      { signedIn, device },
      {
        network: input.network_id as NetworkId,
        currency: (input.currency_id ?? null) as CurrencyId | null,
        label: input.label,
        address: input.address,
        memo: input.memo ?? null,
        code: input.code,
      },
    )
    return isRefused(saved) ? saved : addressView(saved)
  })
  serveSignedIn(context, 'deleteAddress', reads, async ({ user }, { params }) => {
    const book = await deleteAddress(deps, user, params.id ?? '')
    return isRefused(book) ? book : addressBookView(book)
  })
  serveSignedIn(context, 'setAddressBookMode', signIn, async (signedIn, { input, device }) => {
    const book = await setWhitelistOnly(
      deps,
      { signedIn, device },
      { whitelistOnly: input.whitelist_only, code: input.code },
    )
    return isRefused(book) ? book : addressBookView(book)
  })
}
