import type { Millis, Seq, UserId } from '../../contract/ids.ts'
import type { Balances } from '../ledger/ledger.ts'
import type { OrderOwner } from '../orderbook/order.ts'
import type { AccountKind } from './commands.ts'
import type { AccountFrozenSet, AccountOpened } from './events.ts'

export type Account = OrderOwner & {
  readonly kind: AccountKind
  readonly referralCode: number | null
  readonly referrer: UserId | null
  readonly openedAt: Millis
  frozen: boolean
}
export type Accounts = Map<UserId, Account>

type SavedAccount = Omit<Account, 'orders' | 'balances'>
export type AccountPiece = { readonly part: 'accounts'; readonly items: readonly SavedAccount[] }

export function addAccount(accounts: Accounts, event: AccountOpened, seq: Seq, balances: Balances): void {
  const { user, kind, referralCode, referrer, at } = event
  accounts.set(user, {
    user,
    kind,
    referralCode,
    referrer,
    openedAt: at,
    frozen: false,
    lastSeq: seq,
    orders: [],
    balances,
  })
}

export function setFrozen(account: Account, { frozen }: AccountFrozenSet): void {
  account.frozen = frozen
}

export const save = (accounts: Accounts): AccountPiece[] => [
  { part: 'accounts', items: Array.from(accounts.values(), savedAccount) },
]

export function load(accounts: Accounts, { items }: AccountPiece, balancesOf: (user: UserId) => Balances): void {
  for (const saved of items) accounts.set(saved.user, { ...saved, orders: [], balances: balancesOf(saved.user) })
}

export const accountLine = ({ orders, balances: _balances, ...account }: Account): object => ({
  ...account,
  orders: orders.map(({ id }) => id),
})

const savedAccount = (account: Account): SavedAccount => ({
  user: account.user,
  kind: account.kind,
  referralCode: account.referralCode,
  referrer: account.referrer,
  openedAt: account.openedAt,
  frozen: account.frozen,
  lastSeq: account.lastSeq,
})
