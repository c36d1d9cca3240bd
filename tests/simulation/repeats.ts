/** What the chain paid to the receivers of users, compared with what was asked for, charged, and listed as unpaid. */

import type { CurrencyId, NetworkId } from '../../src/contract/ids.ts'
import { rawOfUnits } from '../../src/contract/wallet/networks.ts'
import { type Event, foundPayments, networkOf, type State } from '../../src/engine/exchange.ts'
import { check } from './funds/checks.ts'
import type { Request } from './funds/requests.ts'

type Withdrawal = Extract<Event, { type: 'withdrawal-requested' }>['withdrawal']
type Receiver = Pick<Withdrawal, 'currency' | 'address' | 'memo'>

const keyOf = ({ currency, address, memo }: Receiver): string => JSON.stringify([currency, address, memo ?? null])

export type Repeats = ReturnType<typeof openRepeats>

/** Knows also what restores took back. */
export function openRepeats() {
  const withdrawals = new Map<number, Withdrawal>()
  /** What an operator has approved although a payment was found, or charged: it may be paid once more. */
  const allowed = new Map<string, bigint>()
  const found = new Set<string>()
  const seen = new Set<number>()
  const approved = new Set<number>()
  const charged = new Map<string, bigint>()
  const allow = (receiver: Receiver, amount: bigint): void => {
    const key = keyOf(receiver)
    allowed.set(key, (allowed.get(key) ?? 0n) + amount)
  }

  return {
    /** Payments that were booked after restores, and that left the exchange. */
    found: found as ReadonlySet<string>,
    get reviewed(): number {
      return [...withdrawals.values()].filter(({ found: txid }) => txid !== undefined).length
    },
    withdrawals: withdrawals as ReadonlyMap<number, Withdrawal>,
    note(seq: number, events: readonly Event[]): void {
      if (seen.has(seq)) return
      seen.add(seq)
      for (const event of events) {
        if (event.type === 'withdrawal-requested') withdrawals.set(event.withdrawal.id, event.withdrawal)
        else if (event.type === 'payment-booked' && event.found !== null) found.add(event.txid)
        else if (event.type === 'withdrawal-approved') {
          const withdrawal = withdrawals.get(event.withdrawal)
          if (withdrawal?.found === undefined || approved.has(withdrawal.id)) continue
          approved.add(withdrawal.id)
          allow(withdrawal, withdrawal.amount)
        } else if (event.type === 'payment-charged') {
          allow(event.found, event.amount)
          const sum = (charged.get(event.found.txid) ?? 0n) + event.amount
          charged.set(event.found.txid, sum)
        }
      }
    },
    /** `paidTo`: raw, in final blocks; undefined for a receiver within the exchange. */
    check(
      state: State,
      network: NetworkId,
      requests: readonly Request[],
      outcomes: ReadonlyMap<number, string>,
      paidTo: (currency: CurrencyId, address: string, memo: string | undefined) => bigint | undefined,
    ): void {
      const asked = new Map<string, { receiver: Receiver; amount: bigint }>()
      for (const { command } of requests) {
        if (command.type !== 'request-withdrawal') continue
        const key = keyOf(command)
        asked.set(key, { receiver: command, amount: (asked.get(key)?.amount ?? 0n) + command.amount })
      }
      for (const [key, { receiver, amount }] of asked) {
        const paid = paidTo(receiver.currency, receiver.address, receiver.memo)
        if (paid === undefined) continue
        const settled = [...outcomes].flatMap(([id, outcome]) =>
          outcome === 'paid' ? (withdrawals.get(id) ?? []) : [],
        )
        const known = [...settled, ...foundPayments(state)].filter((each) => keyOf(each) === key)
        const { decimals = 0 } = networkOf(state, network)?.assets.get(receiver.currency) ?? {}
        const raw = known.reduce((sum, each) => sum + rawOfUnits((each.amount - each.fee) as never, decimals), 0n)
        check(raw === paid, () => `the chain paid ${paid} to ${key}, the books have ${raw}`)
        const total = known.reduce((sum, each) => sum + each.amount, 0n)
        const limit = amount + (allowed.get(key) ?? 0n)
        check(total <= limit, () => `${total} was paid to ${key} without a review, and ${limit} was asked for`)
      }
      for (const { txid, charged: sum, amount } of foundPayments(state)) {
        const isRight = sum <= amount && sum <= (charged.get(txid) ?? 0n)
        check(isRight, () => `the payment ${txid} of ${amount} was charged with ${sum}`)
      }
    },
  }
}
