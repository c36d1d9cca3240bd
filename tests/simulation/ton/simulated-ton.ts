/**
 * A TON chain in memory: the wallet of the exchange (highload, version 3) and its jetton wallet with their lists of
 * transactions, the jetton wallets of others, and messages in flight between them. Messages of the exchange are the bytes
 * that the signer signed; others are made by the test.
 */

import { createHash } from 'node:crypto'
import { type Address, Cell, loadMessage, loadMessageRelaxed, type Message } from '@ton/core'
import type { Random } from '../simulated-traders.ts'
import {
  bouncedBody,
  EMPTY,
  excesses,
  INTERNAL_TRANSFER,
  internalTransfer,
  notification,
  operationOf,
  readArriving,
  readBounced,
  readOrder,
  readSigned,
  TRANSFER,
  textOf,
} from './ton-bodies.ts'
import { changeOf, type Done, FORWARD_FEE, type Internal, type Place, transactionCell } from './ton-transaction.ts'

export const MASTER = `0:${'7a'.repeat(32)}`
const NANO = 10n ** 9n
const START_SECONDS = 1_700_000_000
const TIMEOUT = 3_600
const SUBWALLET = 0x10ad
/** PAY_GAS_SEPARATELY and IGNORE_ERRORS. */
const SEND_MODE = 3
/** Below this balance a message is not accepted; below the second one, its execution ends early. */
const [MIN_GAS, FULL_GAS] = [2_000_000n, 9_000_000n]
const JETTON_GAS = 30_000_000n

/** A transaction, and what the account has after it. */
type Entry = Place & {
  readonly block: number
  readonly previous: Place | null
  readonly data: string
  readonly balance: bigint
  readonly jettons: bigint
  readonly isDeployed: boolean
}

/** What the message is for the books: a deposit of this user, of nobody, or something that is not booked as a deposit. */
export type Expected = { readonly owner: string | 'unclaimed' | 'treasury' } | undefined

type Waiting = {
  readonly message: Internal
  readonly due: number
  readonly expected: Expected
  readonly payment?: Executed
}

export type Arrival = {
  readonly txid: string
  readonly coin: 'coin' | 'jetton'
  readonly raw: bigint
  readonly owner: string
}

/** A message that the wallet executed. */
export type Executed = {
  readonly bodyHash: string
  readonly queryId: number
  /** `underway`: jettons that neither arrived nor came back. */
  state: 'skipped' | 'paid' | 'underway' | 'came back' | 'lost'
  paid: { readonly to: string; readonly amount: bigint; readonly memo: string | null; readonly isJetton: boolean }
}

/** What a jetton wallet does with jettons of the exchange. */
export type Behaviour = 'answers' | 'bounces' | 'is silent' | 'loses'

/** How much later jettons come back if an attacker made their wallet answer before. */
const LATE_BLOCKS = 40

/** The same as the master's `get_wallet_address`. */
export const jettonWalletOf = (owner: string): string =>
  `0:${createHash('sha256').update(`${MASTER} ${owner}`).digest('hex')}`

export type SimulatedTon = ReturnType<typeof simulatedTon>

export function simulatedTon(hot: string, dice: Random, count: (name: string) => void) {
  const hotJetton = jettonWalletOf(hot)
  const lists: Readonly<Record<string, Entry[]>> = { [hot]: [], [hotJetton]: [] }
  const blocks: { readonly time: number }[] = [{ time: START_SECONDS }]
  let waiting: Waiting[] = []
  let pool: { readonly boc: Uint8Array; readonly due: number }[] = []
  /** The jetton wallets of others, by their addresses. */
  const owners = new Map<string, string>()
  const behaviours = new Map<string, Behaviour>()
  const executed = new Map<string, Executed>()
  const arrivals: Arrival[] = []
  /** The numbers of payments for which an attacker made the wallet of the receiver answer. */
  const answered = new Set<bigint>()
  /** By the transaction with which jettons of a payment came back. */
  const returned = new Map<string, Executed>()
  let [queries, oldQueries, lastClean] = [new Set<number>(), new Set<number>(), 0]
  let [lt, isFaulty] = [1_000n, true]
  const tip = (): number => blocks.length - 1
  const time = (): number => blocks[tip()]?.time ?? START_SECONDS
  const chance = (probability: number): boolean => isFaulty && dice() < probability
  const last = (address: string): Entry | undefined => lists[address]?.at(-1)
  const fee = (): bigint => 1_000_000n + BigInt(Math.floor(dice() * 3_000_000))
  const delay = (): number => (chance(0.05) ? Math.floor(dice() * 30) : chance(0.4) ? Math.floor(dice() * 4) : 0)

  function deliver(message: Internal, expected: Expected = undefined, payment?: Executed, later = 0): void {
    waiting.push({ message, expected, due: tip() + 1 + delay() + later, ...(payment && { payment }) })
  }

  function append(address: string, done: Done, after: Partial<Pick<Entry, 'jettons' | 'isDeployed'>> = {}): Entry {
    lt += 1_000n + BigInt(Math.floor(dice() * 1_000))
    const before = last(address)
    const previous = before === undefined ? null : { lt: before.lt, hash: before.hash }
    const cell = transactionCell(address, previous, { lt, time: time() }, done)
    const { jettons = before?.jettons ?? 0n, isDeployed = before?.isDeployed ?? address === hotJetton } = after
    const balance = (before?.balance ?? 0n) + changeOf(done)
    if (balance < 0n) throw new Error('the balance of a simulated account is never negative')
    const [hash, data] = [cell.hash().toString('hex'), cell.toBoc().toString('base64')]
    const entry = { lt, hash, block: tip(), previous, data, balance, jettons, isDeployed }
    lists[address]?.push(entry)
    return entry
  }

  /** Undefined if the wallet does not accept the message. */
  function executeExternal(boc: Uint8Array): string | undefined {
    const message = loadMessage(Cell.fromBoc(Buffer.from(boc))[0]?.beginParse() ?? EMPTY.beginParse())
    const { subwallet, message: order, mode, queryId, createdAt, timeout } = readSigned(message.body)
    const balance = last(hot)?.balance ?? 0n
    const isDeployed = last(hot)?.isDeployed === true
    if (!isDeployed && message.init == null) return 'the wallet is not deployed'
    if (balance < MIN_GAS) return 'the wallet cannot pay the gas'
    if (subwallet !== SUBWALLET || timeout !== TIMEOUT || mode !== SEND_MODE) return 'not a message of this wallet'
    if (createdAt < time() - TIMEOUT || createdAt > time()) return 'the time of the message is not valid'
    if (time() - TIMEOUT > lastClean) {
      // The contract forgets only when it executes a message.
      const isOld = time() - 2 * TIMEOUT > lastClean
      if ((isOld ? new Set<number>() : queries).has(queryId)) return 'the query id was used'
    } else if (queries.has(queryId) || oldQueries.has(queryId)) return 'the query id was used'
    if (balance < FULL_GAS) {
      count('messages that ran out of gas')
      append(
        hot,
        { incoming: message, outgoing: [], fees: balance, isAborted: true, skippedActions: 0 },
        { isDeployed },
      )
      return undefined
    }
    if (time() - TIMEOUT > lastClean) {
      oldQueries = time() - 2 * TIMEOUT > lastClean ? new Set() : queries
      queries = new Set()
      lastClean = time()
    }
    queries.add(queryId)
    sendFromHot(message, order, queryId)
    return undefined
  }

  function sendFromHot(message: Message, order: Cell, queryId: number): void {
    const { info, body } = loadMessageRelaxed(order.beginParse())
    if (info.type !== 'internal') throw new Error('the wallet sends messages to accounts only')
    const [to, value, gas] = [(info.dest as Address).toRawString(), info.value.coins, fee()]
    const sent = { from: hot, to, value, bounce: info.bounce, bounced: false, body }
    const isSent = (last(hot)?.balance ?? 0n) - gas >= value + FORWARD_FEE
    const outgoing = isSent ? [sent] : []
    append(
      hot,
      { incoming: message, outgoing, fees: gas, isAborted: false, skippedActions: isSent ? 0 : 1 },
      { isDeployed: true },
    )
    const isJetton = to === hotJetton && operationOf(body) === TRANSFER
    const tokens = isJetton ? readOrder(body) : undefined
    const paid =
      tokens === undefined
        ? { to, amount: value, memo: textOf(body), isJetton }
        : { to: tokens.to, amount: tokens.amount, memo: textOf(tokens.payload), isJetton }
    const payment: Executed = {
      bodyHash: message.body.hash().toString('hex'),
      queryId,
      paid,
      state: isSent ? (isJetton ? 'underway' : 'paid') : 'skipped',
    }
    executed.set(payment.bodyHash, payment)
    if (isSent) deliver(sent, undefined, payment)
    else count('payments skipped')
  }

  /** The message comes back, if its sender wants that. */
  function abort(address: string, message: Internal, payment?: Executed): void {
    const gas = message.value < FORWARD_FEE * 2n ? message.value : fee() / 10n + FORWARD_FEE
    const value = message.value - gas - FORWARD_FEE
    const isBounced = message.bounce && !message.bounced && value > 0n
    const back = {
      from: address,
      to: message.from,
      value,
      bounce: false,
      bounced: true,
      body: bouncedBody(message.body),
    }
    const outgoing = isBounced ? [back] : []
    append(address, {
      incoming: message,
      outgoing,
      fees: gas < message.value ? gas : message.value,
      isAborted: true,
      skippedActions: 0,
    })
    if (isBounced) deliver(back, undefined, payment)
    if (payment !== undefined && isBounced) payment.state = 'came back'
  }

  const plain = (message: Internal): Done => {
    const fees = message.value < 400_000n ? message.value : dice() < 0.5 ? 200_000n : 0n
    return { incoming: message, outgoing: [], fees, isAborted: false, skippedActions: 0 }
  }

  function receiveHot({ message, expected }: Waiting): void {
    const { hash: txid } = append(hot, plain(message))
    if (expected !== undefined && !message.bounced && message.value > 0n)
      arrivals.push({ txid, coin: 'coin', raw: message.value, owner: expected.owner })
  }

  function receiveHotJetton(each: Waiting): void {
    const { message, payment } = each
    const { from, value, body, bounced } = message
    const jettons = last(hotJetton)?.jettons ?? 0n
    if (bounced) {
      const { operation, amount } = readBounced(body)
      const isBack = operation === INTERNAL_TRANSFER
      const { hash } = append(hotJetton, plain(message), { jettons: jettons + (isBack ? amount : 0n) })
      if (payment === undefined) return
      payment.state = 'came back'
      if (isBack) returned.set(hash, payment)
      return
    }
    const operation = operationOf(body)
    if (operation === INTERNAL_TRANSFER && owners.has(from)) arrive(each, jettons)
    else if (operation === TRANSFER && from === hot && value >= JETTON_GAS && readOrder(body).amount <= jettons) {
      const { queryId, amount, to, responseTo, forwardAmount, payload } = readOrder(body)
      const gas = fee()
      const transfer = internalTransfer({ queryId, amount, from: hot, responseTo, forwardAmount, payload })
      const toWallet = jettonWalletOf(to)
      owners.set(toWallet, to)
      const sent = {
        from: hotJetton,
        to: toWallet,
        value: value - gas - FORWARD_FEE,
        bounce: true,
        bounced: false,
        body: transfer,
      }
      append(
        hotJetton,
        { incoming: message, outgoing: [sent], fees: gas, isAborted: false, skippedActions: 0 },
        { jettons: jettons - amount },
      )
      deliver(sent, undefined, payment)
    } else abort(hotJetton, message, payment)
  }

  /** Jettons for the exchange. */
  function arrive({ message, expected }: Waiting, jettons: bigint): void {
    const { queryId, amount, from, responseTo, forwardAmount } = readArriving(message.body)
    const gas = message.value < NANO / 100n ? message.value : fee()
    const left = message.value - gas - forwardAmount - 2n * FORWARD_FEE
    const make = (to: string, value: bigint, body: Cell): Internal => ({
      from: hotJetton,
      to,
      value,
      bounce: false,
      bounced: false,
      body,
    })
    const outgoing =
      left > 0n
        ? [
            ...(forwardAmount > 0n ? [make(hot, forwardAmount, notification(queryId, amount, from))] : []),
            make(responseTo, left + (forwardAmount > 0n ? 0n : FORWARD_FEE), excesses(queryId)),
          ]
        : []
    const fees = left > 0n ? gas : message.value
    const { hash: txid } = append(
      hotJetton,
      { incoming: message, outgoing, fees, isAborted: false, skippedActions: 0 },
      { jettons: jettons + amount },
    )
    for (const each of outgoing) if (each.to === hot) deliver(each)
    if (expected !== undefined) arrivals.push({ txid, coin: 'jetton', raw: amount, owner: expected.owner })
  }

  /** The jetton wallet of another owner, which has no list here. */
  function receiveOther({ message, payment }: Waiting, owner: string): void {
    const { from, to, value, body, bounced } = message
    if (bounced || operationOf(body) !== INTERNAL_TRANSFER || !(from === hotJetton || owners.has(from))) return
    const behaviour = payment === undefined ? 'answers' : (behaviours.get(owner) ?? 'answers')
    const gas = fee()
    const make = (receiver: string, isBack: boolean, content: Cell): Internal => ({
      from: to,
      to: receiver,
      value: value > gas ? value - gas : 1n,
      bounce: false,
      bounced: isBack,
      body: content,
    })
    if (behaviour === 'bounces') {
      count('jettons that came back')
      const { queryId } = readArriving(body)
      const isAnswered = chance(0.6)
      if (isAnswered) {
        answered.add(queryId)
        deliver(make(hot, false, excesses(queryId)))
      }
      deliver(make(from, true, bouncedBody(body)), undefined, payment, isAnswered ? LATE_BLOCKS : 0)
      return
    }
    if (payment !== undefined) payment.state = behaviour === 'loses' ? 'lost' : 'paid'
    const { queryId, responseTo } = readArriving(body)
    if (behaviour === 'is silent' || behaviour === 'loses') count('jettons without an answer')
    else if (responseTo === hot) deliver(make(hot, false, excesses(queryId)))
  }

  function handle(each: Waiting): void {
    const { to } = each.message
    const owner = owners.get(to)
    if (to === hot) receiveHot(each)
    else if (to === hotJetton) receiveHotJetton(each)
    else if (owner !== undefined) receiveOther(each, owner)
  }

  return {
    get tip() {
      return tip()
    },
    time,
    timeOf: (block: number): number => blocks[block]?.time ?? START_SECONDS,
    executed: executed as ReadonlyMap<string, Executed>,
    arrivals: arrivals as readonly Arrival[],
    answered,
    returned: returned as ReadonlyMap<string, Executed>,
    last,
    hot,
    hotJetton,
    /** The newest transaction of an account in the block. */
    lastIn: (address: string, block: number): Entry | undefined =>
      lists[address]?.findLast((entry) => entry.block <= block),
    list: (address: string): readonly Entry[] => lists[address] ?? [],
    isQuiet: (): boolean => waiting.length === 0,
    /** A block at the time of the clock in seconds; the clock of the chain never goes back. */
    mine(now: number): void {
      blocks.push({ time: Math.max(time(), now) })
      const block = tip()
      const externals = pool.filter(({ due }) => due <= block)
      pool = pool.filter(({ due }) => due > block)
      const due = waiting.filter((each) => each.due <= block)
      waiting = waiting.filter((each) => each.due > block)
      const works = [
        ...externals.map(({ boc }) => () => {
          if (executeExternal(boc) !== undefined) count('sent messages not accepted')
        }),
        ...due.map((each) => () => handle(each)),
      ].map((work) => ({ work, rank: dice() }))
      for (const { work } of works.sort((a, b) => a.rank - b.rank)) work()
    },
    /** A message of another account, which is then in flight. */
    deliver,
    /** The owner of a jetton wallet, and how it treats jettons of the exchange. */
    open(owner: string, behaviour: Behaviour = 'answers'): string {
      const wallet = jettonWalletOf(owner)
      owners.set(wallet, owner)
      behaviours.set(owner, behaviour)
      return wallet
    },
    send(boc: Uint8Array): void {
      if (chance(0.08)) {
        count('sent messages lost')
        return
      }
      const later = chance(0.08) ? 3 + Math.floor(dice() * 20) : 0
      if (later > 0) count('sent messages delayed')
      pool.push({ boc, due: tip() + 1 + later })
    },
    calm(): void {
      isFaulty = false
      waiting = waiting.map((each) => ({ ...each, due: 0 }))
      pool = []
    },
  }
}
