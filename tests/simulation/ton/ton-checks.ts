/** What must hold after every commit, after every block, and at the end of a seed. Each function throws if it does not. */

import { negated } from '../../../src/contract/money.ts'
import { type NetworkAsset, rawOfUnits } from '../../../src/contract/wallet/networks.ts'
import {
  assertInvariants,
  chainOwner,
  type Event,
  free,
  networkOf,
  openPayments,
  openWithdrawals,
  type State,
} from '../../../src/engine/exchange.ts'
import { TON } from '../../../src/server/deposits/default-networks.ts'
import type { ExecutedCommand } from '../../../src/server/sequencer/execute-batch.ts'
import { check } from '../funds/checks.ts'
import type { Request } from '../funds/requests.ts'
import type { SimulatedSigner } from '../funds/simulated-signer.ts'
import { openRepeats } from '../repeats.ts'
import { type Arrival, type Executed, MASTER, type SimulatedTon } from './simulated-ton.ts'
import { TON_COIN, USDT } from './ton-users.ts'

type Booked = Extract<Event, { type: 'deposit-credited' | 'deposit-booked' }>
type Closed = Extract<Event, { type: 'payment-settled' | 'payment-failed' | 'payment-retried' }>
type Withdrawal = Extract<Event, { type: 'withdrawal-requested' }>['withdrawal']

const text = (value: unknown): string =>
  JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? String(each) : each))

export type TonChecks = ReturnType<typeof openTonChecks>

/** `mayPause`: whether the network may be paused for this reason. */
export function openTonChecks(
  chain: SimulatedTon,
  signer: SimulatedSigner,
  isPlay: boolean,
  mayPause: (reason: string) => boolean,
) {
  /** What a restore takes back. */
  let books = {
    lastSeq: 0,
    booked: new Map<string, Booked>(),
    ids: new Map<string, number>(),
    outcomes: new Map<number, 'paid' | 'returned'>(),
    nonces: new Map<number, number>(),
    /** Nonces of payments that were found after a restore. */
    found: new Set<number>(),
  }
  const repeats = openRepeats()
  const assigned: number[] = []

  const isAnswered = (payment: number): boolean => chain.answered.has(BigInt(payment))

  const signedOf = (payment: number) => {
    const signed = signer.history.filter((each) => each.type === 'signed')
    const own = signed.findLast(({ input }) => input.payment === payment)
    // A payment that a restore lost got another id, and has the same nonce.
    const nonce = books.nonces.get(payment)
    return own ?? signed.findLast(({ input, txid }) => input.nonce === nonce && chain.executed.has(txid.slice(2)))
  }
  /** What the signed message of a payment did. */
  const executedOf = (payment: number): Executed | undefined =>
    chain.executed.get(signedOf(payment)?.txid.slice(2) ?? '')

  function checkBooked(event: Booked): void {
    if (event.type === 'deposit-booked' && event.reason === 'returned-gas') return
    const { txid, raw, currency } = event
    check(!books.booked.has(txid), () => `the transaction ${txid} was booked twice`)
    books.booked.set(txid, event)
    const returned = chain.returned.get(txid)
    if (returned !== undefined) {
      const isRight = ownerOf(event) === 'unclaimed' && raw === returned.paid.amount && isSettled(returned)
      check(isRight, () => `came back, but was booked otherwise: ${text([event, returned])}`)
      return
    }
    const arrival = chain.arrivals.find((each) => each.txid === txid)
    const coin = currency === USDT ? 'jetton' : 'coin'
    check(arrival?.raw === raw && arrival.coin === coin, () => `what was booked did not arrive: ${text(event)}`)
    check(
      ownerOf(event) === expectedOwner(arrival as Arrival),
      () => `booked for another owner: ${text([event, arrival])}`,
    )
  }

  const ownerOf = (event: Booked): string | null => {
    if (event.type === 'deposit-credited') return event.user
    return event.reason === 'below-minimum' ? event.owner : event.reason
  }
  const expectedOwner = ({ owner }: Arrival): string =>
    owner === 'treasury' ? (isPlay ? 'funding' : 'unclaimed') : owner

  function checkClosed(event: Closed): void {
    const { payment, withdrawal, txid } = event
    const done = executedOf(payment)
    if (event.type === 'payment-settled') {
      const isForged = isAnswered(payment) && (done?.state === 'underway' || done?.state === 'came back')
      const isPaid = done?.state === 'paid' || isForged
      check(isPaid, () => `settled, but not paid: ${text([event, done])}`)
    } else if (event.type === 'payment-failed')
      check(
        done?.state === (event.proof === 'missing' ? 'lost' : 'came back'),
        () => `failed without proof: ${text([event, done])}`,
      )
    else if (event.proof === 'skipped')
      check(done?.state === 'skipped' && txid !== null, () => `made again without proof: ${text([event, done])}`)
    else check(done === undefined, () => `expired, but executed: ${text([event, done])}`)
    if (event.type !== 'payment-retried' && withdrawal !== null)
      end(withdrawal, event.type === 'payment-settled' ? 'paid' : 'returned')
  }

  function end(withdrawal: number, outcome: 'paid' | 'returned'): void {
    const before = books.outcomes.get(withdrawal)
    check(before === undefined, () => `withdrawal ${withdrawal} was ${before}, then ${outcome}`)
    books.outcomes.set(withdrawal, outcome)
  }

  function checkEvent(event: Event): void {
    if (event.type === 'deposit-credited' || event.type === 'deposit-booked') checkBooked(event)
    else if (event.type === 'payment-settled' || event.type === 'payment-failed' || event.type === 'payment-retried')
      checkClosed(event)
    else if (event.type === 'withdrawal-released') end(event.withdrawal, 'returned')
    else if (event.type === 'network-paused-set')
      check(!event.paused || mayPause(event.reason), () => `the network was paused: ${text(event)}`)
    else if (event.type === 'surplus-booked') check(false, () => `there is no surplus: ${text(event)}`)
    else if (event.type === 'withdrawal-requested') {
      const { clientId, id } = event.withdrawal
      check(!books.ids.has(clientId), () => `${clientId} made two withdrawals`)
      books.ids.set(clientId, id)
    } else if (event.type === 'payment-assigned') {
      assigned.push(event.payment.id)
      books.nonces.set(event.payment.id, event.payment.nonce)
    } else if (event.type === 'payment-booked' && event.found !== null) books.found.add(event.nonce)
  }

  /** By what the wallet executed: nothing is paid twice, nothing that was returned is paid, and all is paid as requested. */
  function checkPaid(): void {
    const paid = new Map<number, Executed>()
    const queryIds = new Map<number, string>()
    for (const entry of signer.history) {
      if (entry.type !== 'signed') continue
      const done = chain.executed.get(entry.txid.slice(2))
      if (done !== undefined) {
        const other = queryIds.get(done.queryId) ?? done.bodyHash
        check(other === done.bodyHash, () => `two messages have the query id ${done.queryId}`)
        queryIds.set(done.queryId, done.bodyHash)
      }
      if (done === undefined || entry.input.kind !== 'ton-withdrawal') continue
      const { withdrawal: id } = entry.input
      const isForged =
        done.state === 'came back' && isAnswered(entry.input.payment) && books.outcomes.get(id) === 'paid'
      if (done.state !== 'paid' && done.state !== 'underway' && !isForged) continue
      check(!paid.has(id), () => `withdrawal ${id} was paid twice: ${text([paid.get(id), done])}`)
      paid.set(id, done)
      const { address, amount, fee, memo = null, currency } = repeats.withdrawals.get(id) as Withdrawal
      const raw = ((amount - fee) * 10n) / (currency === TON_COIN ? 1n : 1_000n)
      const wanted = { to: address, amount: raw, memo, isJetton: currency === USDT }
      check(text(done.paid) === text(wanted), () => `paid otherwise than requested: ${text([done.paid, wanted])}`)
    }
    for (const [id, outcome] of books.outcomes)
      check(paid.has(id) === (outcome === 'paid'), () => `withdrawal ${id} is ${outcome}: ${text(paid.get(id))}`)
  }

  /** In the books, although the jettons came back later. */
  function isSettled({ bodyHash }: Executed): boolean {
    const entry = signer.history.find((each) => each.type === 'signed' && each.txid === `0x${bodyHash}`)
    const input = entry?.type === 'signed' ? entry.input : undefined
    if (input?.kind !== 'ton-withdrawal') return false
    return books.found.has(input.nonce) || books.outcomes.get(input.withdrawal) === 'paid'
  }

  function checkAllBooked(): void {
    for (const [txid, returned] of chain.returned)
      check(
        books.booked.has(txid) === isSettled(returned),
        () => `jettons that came back are not booked: ${text(returned)}`,
      )
    for (const arrival of chain.arrivals)
      check(books.booked.has(arrival.txid), () => `a deposit was not booked: ${text(arrival)}`)
  }

  function checkBooks(state: State): void {
    const listed = networkOf(state, TON)
    for (const { currency, decimals, contract } of (listed?.assets.values() ?? []) as Iterable<NetworkAsset>) {
      const books =
        rawOfUnits(negated(free(state, chainOwner('ton'), currency)), decimals) + (listed?.dust(currency) ?? 0n)
      const found = contract === null ? chain.last(chain.hot)?.balance : chain.last(chain.hotJetton)?.jettons
      check(books === (found ?? 0n), () => `the books have ${books} of ${currency}, the chain has ${found}`)
    }
  }

  return {
    get lastSeq() {
      return books.lastSeq
    },
    onCommitted(batch: readonly ExecutedCommand[], state: State): void {
      for (const { seq, outcome } of batch) {
        if (seq <= books.lastSeq) continue
        books.lastSeq = seq
        repeats.note(seq, outcome.events)
        for (const event of outcome.events) checkEvent(event)
      }
      assertInvariants(state)
    },
    afterBlock: checkPaid,
    assigned: assigned as readonly number[],
    executedOf,
    repeats,
    backup() {
      const kept = structuredClone(books)
      return () => {
        books = structuredClone(kept)
      }
    },
    isDone: (state: State): boolean =>
      openWithdrawals(state).length === 0 &&
      openPayments(state, TON).length === 0 &&
      networkOf(state, TON)?.paused === null,
    atEnd(state: State, requests: readonly Request[]): void {
      checkPaid()
      checkAllBooked()
      checkBooks(state)
      const executed = [...chain.executed.values()].filter((each) => each.state === 'paid' || isSettled(each))
      repeats.check(state, TON, requests, books.outcomes, (currency, address, memo) => {
        if ([chain.hot, chain.hotJetton, MASTER].includes(address)) return undefined
        const paid = executed.filter(
          ({ paid: { to, memo: comment, isJetton } }) =>
            to === address && (comment ?? undefined) === memo && isJetton === (currency === USDT),
        )
        return paid.reduce((sum, each) => sum + each.paid.amount, 0n)
      })
      for (const [index, { answers }] of requests.entries()) {
        const id = books.ids.get(`id-${index}`)
        // A refusal is not remembered: the same request may be accepted later.
        const isRight = answers.every((answer) => !/^\d/.test(answer) || answer === String(id))
        check(answers.length > 0 && isRight, () => `id-${index} made ${id} and was answered ${answers.join(', ')}`)
      }
    },
    count(name: 'booked' | 'came back' | 'paid' | 'returned'): number {
      if (name === 'booked') return books.booked.size
      if (name === 'came back') return [...books.booked.keys()].filter((txid) => chain.returned.has(txid)).length
      return [...books.outcomes.values()].filter((outcome) => outcome === name).length
    },
  }
}
