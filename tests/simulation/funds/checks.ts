/** What must hold after every commit, after every block, and at the end of a seed. Each function throws if it does not. */

import type { CurrencyId } from '../../../src/contract/ids.ts'
import { negated } from '../../../src/contract/money.ts'
import { rawOfUnits } from '../../../src/contract/wallet/networks.ts'
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
import type { ExecutedCommand } from '../../../src/server/sequencer/execute-batch.ts'
import { ETHEREUM, USDT } from '../../fixtures/listed-network.ts'
import { openRepeats } from '../repeats.ts'
import type { Request } from './requests.ts'
import { type Block, type Mined, type Move, type SimulatedChain, TOKEN } from './simulated-chain.ts'
import type { SimulatedSigner } from './simulated-signer.ts'
import { addressOfWallet } from './simulated-signer.ts'
import { CHEATED, TREASURY, USERS } from './simulated-users.ts'

type Booked = Extract<Event, { type: 'deposit-credited' | 'deposit-booked' }>
type Assigned = Extract<Event, { type: 'payment-assigned' }>['payment']

class Violation extends Error {
  override readonly name = 'Violation'
}

export function check(holds: boolean, what: () => string): void {
  if (!holds) throw new Violation(what())
}

const contractOf = (currency: CurrencyId): string | null => (currency === USDT ? TOKEN : null)
const WALLETS = [0, ...USERS.map((_, index) => index + 1)]
const text = (value: unknown): string =>
  JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? String(each) : each))

export type Checks = ReturnType<typeof openChecks>

export function openChecks(chain: SimulatedChain, signer: SimulatedSigner, isPlay: boolean) {
  /** What a restore takes back. */
  let books = {
    lastSeq: 0,
    booked: new Map<string, Booked>(),
    assigned: new Map<number, Assigned>(),
    nextNonces: new Map<number, number>(),
    outcomes: new Map<number, string>(),
    withdrawals: new Map<string, number>(),
    /** Transactions between own addresses that were found after a restore: nobody was charged, nobody is credited. */
    moved: new Set<string>(),
  }
  const repeats = openRepeats()
  /** Deposit numbers are given in the order of the commands. */
  const owners = new Map<string, string>()

  const isOwn = (address: string): boolean => WALLETS.some((wallet) => addressOfWallet(wallet) === address)
  const isCheated = (contract: string | null, to: string): boolean => contract !== null && owners.get(to) === CHEATED

  function finalWith(matches: (mined: Mined) => boolean): Mined | undefined {
    for (let { height } = chain.final; height > 0; height--) {
      const found = (chain.blocks[height] as Block).mined.find(matches)
      if (found !== undefined) return found
    }
    return undefined
  }

  const signedFor = new Map<string, number | undefined>()
  let entriesRead = 0
  const withdrawalOf = (txid: string): number | undefined => {
    for (; entriesRead < signer.history.length; entriesRead++) {
      const entry = signer.history[entriesRead]
      if (entry?.type === 'signed' && entry.input.kind === 'withdrawal')
        signedFor.set(entry.txid, entry.input.withdrawal)
    }
    return signedFor.get(txid)
  }

  /** Sweeps and gas for them are no deposits. */
  const isDeposit = ({ from, to, raw }: Move, txid: string): boolean =>
    raw > 0n && isOwn(to) && (!isOwn(from) || (withdrawalOf(txid) !== undefined && !books.moved.has(txid)))

  function checkBooked(event: Booked): void {
    const { txid, part, raw, currency, address } = event
    const key = `${txid}/${part}`
    check(!books.booked.has(key), () => `the transfer ${key} was booked twice`)
    books.booked.set(key, event)
    const { effect } = finalWith(({ transaction }) => transaction.txid === txid) ?? {}
    const contract = contractOf(currency)
    if (isCheated(contract, address)) return
    const move = effect?.moves.find((each) => each.part === part)
    const isReal = move?.raw === raw && move.to === address && move.contract === contract && effect?.status === 1
    check(isReal, () => `what was booked is not in a final block: ${text(event)}`)
    const owner = owners.get(address)
    const isFunding = event.type === 'deposit-booked' && event.reason === 'funding'
    check(
      isFunding === (isPlay && owner === undefined && move?.from === TREASURY),
      () => `wrong funding: ${text(event)}`,
    )
    if (event.type === 'deposit-credited') check(event.user === owner, () => `credited to another user: ${text(event)}`)
    else if (event.reason === 'unclaimed') check(owner === undefined, () => `not credited to its user: ${text(event)}`)
  }

  function checkEnd(payment: number, withdrawal: number | null, outcome: string): void {
    if (withdrawal === null) return
    const before = books.outcomes.get(withdrawal)
    check(before === undefined, () => `withdrawal ${withdrawal} was ${before}, then ${outcome} by ${payment}`)
    books.outcomes.set(withdrawal, outcome)
  }

  function checkClosed(event: Extract<Event, { type: 'payment-settled' | 'payment-failed' }>): void {
    const { payment: id, withdrawal, gas, txid } = event
    const payment = books.assigned.get(id) as Assigned
    const from = addressOfWallet(payment.wallet)
    const mined = finalWith(({ transaction }) => transaction.from === from && transaction.nonce === payment.nonce)
    const outcome = event.type === 'payment-settled' ? 'paid' : 'returned'
    check(mined?.effect.status === (outcome === 'paid' ? 1 : 0), () => `${outcome} without proof: ${text(event)}`)
    const fee = mined && mined.receipt.gasUsed * mined.receipt.effectiveGasPrice
    check(fee === gas && mined?.receipt.txid === txid, () => `the fee or the transaction is wrong: ${text(event)}`)
    checkEnd(id, withdrawal, outcome)
  }

  function takeNonce({ wallet, nonce }: { readonly wallet: number; readonly nonce: number }): void {
    const next = books.nextNonces.get(wallet) ?? 0
    check(nonce === next, () => `the nonce ${nonce} of wallet ${wallet} is used instead of ${next}`)
    books.nextNonces.set(wallet, next + 1)
  }

  function checkEvent(event: Event): void {
    if (event.type === 'deposit-credited' || event.type === 'deposit-booked') checkBooked(event)
    else if (event.type === 'deposit-number-given') owners.set(addressOfWallet(event.number), event.user)
    else if (event.type === 'payment-settled' || event.type === 'payment-failed') checkClosed(event)
    else if (event.type === 'withdrawal-released') checkEnd(0, event.withdrawal, event.status)
    else if (event.type === 'network-paused-set') check(!event.paused, () => `a network was paused: ${text(event)}`)
    else if (event.type === 'withdrawal-requested') {
      const { clientId, id } = event.withdrawal
      check(!books.withdrawals.has(clientId), () => `${clientId} made two withdrawals`)
      books.withdrawals.set(clientId, id)
    } else if (event.type === 'payment-assigned') {
      takeNonce(event.payment)
      books.assigned.set(event.payment.id, event.payment)
    } else if (event.type === 'payment-booked') {
      takeNonce(event)
      const mined = finalWith(({ transaction }) => transaction.txid === event.txid)
      check(mined !== undefined, () => `booked, but not in a final block: ${text(event)}`)
      if (event.transfer === null) books.moved.add(event.txid)
    }
  }

  /** In the blocks that are in the chain now, final or not. */
  function checkPaidOnce(): void {
    const paid = new Set<number>()
    for (const { mined } of chain.blocks)
      for (const { transaction, effect } of mined) {
        const withdrawal = effect.status === 1 ? withdrawalOf(transaction.txid) : undefined
        if (withdrawal === undefined) continue
        check(!paid.has(withdrawal), () => `withdrawal ${withdrawal} was paid twice`)
        paid.add(withdrawal)
      }
    for (const [withdrawal, outcome] of books.outcomes)
      check(paid.has(withdrawal) === (outcome === 'paid'), () => `withdrawal ${withdrawal} is ${outcome}: ${[...paid]}`)
  }

  function checkAllBooked(): void {
    const cheated = { moved: 0n, booked: 0n }
    for (const { mined, height } of chain.blocks.slice(0, chain.final.height + 1))
      for (const { transaction, effect } of mined)
        for (const move of effect.moves) {
          if (!isDeposit(move, transaction.txid)) continue
          const key = `${transaction.txid}/${move.part}`
          if (isCheated(move.contract, move.to)) cheated.moved += move.raw
          else check(books.booked.has(key), () => `the transfer ${key} of block ${height} was not booked`)
        }
    for (const { currency, address, raw } of books.booked.values())
      if (isCheated(contractOf(currency), address)) cheated.booked += raw
    check(cheated.moved === cheated.booked, () => `false reports were booked: ${text(cheated)}`)
  }

  function checkBooks(state: State): void {
    const listed = networkOf(state, ETHEREUM)
    for (const { currency, decimals, contract } of listed?.assets.values() ?? []) {
      const units = negated(free(state, chainOwner('ethereum'), currency))
      const books = rawOfUnits(units, decimals) + (listed?.dust(currency) ?? 0n)
      const found = WALLETS.map((wallet) => chain.balance(addressOfWallet(wallet), contract, chain.tip))
      const sum = found.reduce((all, each) => all + each, 0n)
      check(books === sum, () => `the books have ${books} of ${currency}, the chain has ${sum}`)
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
    afterBlock: checkPaidOnce,
    backup() {
      const kept = structuredClone(books)
      return () => {
        books = structuredClone(kept)
      }
    },
    /** Everything that was begun has ended, and the newest blocks are empty. */
    isDone: (state: State): boolean =>
      openWithdrawals(state).length === 0 &&
      openPayments(state, ETHEREUM).length === 0 &&
      networkOf(state, ETHEREUM)?.paused === null,
    atEnd(state: State, requests: readonly Request[]): void {
      checkPaidOnce()
      checkAllBooked()
      checkBooks(state)
      repeats.check(state, ETHEREUM, requests, books.outcomes, (currency, address) => {
        if (isOwn(address)) return undefined
        const moves = chain.blocks
          .slice(0, chain.final.height + 1)
          .flatMap(({ mined }) => mined.flatMap(({ effect }) => effect.moves))
        const hot = addressOfWallet(0)
        const paid = moves.filter(
          (move) => move.from === hot && move.to === address && move.contract === contractOf(currency),
        )
        return paid.reduce((sum, { raw }) => sum + raw, 0n)
      })
      for (const wallet of WALLETS) {
        const used = chain.final.state.nonces.get(addressOfWallet(wallet)) ?? 0
        check(used === (books.nextNonces.get(wallet) ?? 0), () => `wallet ${wallet} has used ${used} nonces`)
      }
      for (const [index, { answers }] of requests.entries()) {
        const id = books.withdrawals.get(`id-${index}`)
        // A refusal is not remembered: the same request may be accepted later.
        const isRight = answers.every((answer) => !/^\d/.test(answer) || answer === String(id))
        check(answers.length > 0 && isRight, () => `id-${index} made ${id} and was answered ${answers.join(', ')}`)
      }
    },
    count: (name: 'booked' | 'paid' | 'returned'): number =>
      name === 'booked' ? books.booked.size : [...books.outcomes.values()].filter((outcome) => outcome === name).length,
    repeats,
    /** For the comparison of runs. */
    get assigned(): number {
      return books.assigned.size
    },
  }
}
