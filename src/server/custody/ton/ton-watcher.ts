/**
 * Follows the transactions of the wallet of the exchange on a TON network and of its jetton wallets. What is in such a list
 * is final, and linked by hashes: nothing can be left out or inserted. A round books what own payments did, then credits
 * what arrived, then stores how far it came. Every step can be repeated.
 */

import { ChainUnavailable } from '../../../chains/chain-unavailable.ts'
import type { TonCursor, TonTransaction } from '../../../chains/ton/transaction.ts'
import { ListBroken, transactionsAfter } from '../../../chains/ton/wallet-list.ts'
import type { Millis, UserId } from '../../../contract/ids.ts'
import { type NetworkAsset, unitsOfRaw } from '../../../contract/wallet/networks.ts'
import { expectDefined } from '../../../engine/assert.ts'
import {
  jettonStreamOf,
  type NetworkInfo,
  networkOf,
  type State,
  streamOf,
  userOfDepositNumber,
} from '../../../engine/exchange.ts'
import type { Database } from '../../postgres/database.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import { Unavailable } from '../../sequencer/unavailable.ts'
import { changeFilter } from '../base/change-filter.ts'
import { type Incoming, type StreamInfo, writeFinal } from '../base/incoming.ts'
import type { Rounds } from '../base/rounds.ts'
import { creditDeposits, openWatcherRounds } from '../base/watcher-rounds.ts'
import { coinCredits, jettonCredits, returnedCredit, type TonCredit } from './credits.ts'
import { UnknownPayment } from './executions.ts'
import { bookArrived, bookJettonResult } from './jetton-results.ts'
import { bookedUntil, holdPlace, placeIn, writePlace } from './list-place.ts'
import { bookExpired, bookWalletTransaction, type ExpiryDeps } from './payment-results.ts'

export type TonWatcherDeps = Omit<ExpiryDeps, 'sequencer'> & {
  readonly database: Database
  readonly sequencer: Pick<Sequencer, 'read' | 'readUncommitted' | 'submit'>
  /** Its transfers to the hot wallet are funding; undefined in live mode. */
  readonly treasury: string | undefined
  readonly pollMillis: Millis
}

export function openTonWatcher(deps: TonWatcherDeps): Rounds {
  /** By epoch and stream: the newest transaction that is booked. */
  const booked = new Map<string, string>()
  const hasChanged = changeFilter()
  return openWatcherRounds(
    deps,
    () => round({ ...deps, hasChanged }, booked),
    (error) => error instanceof ListBroken || error instanceof UnknownPayment,
  )
}

type RoundDeps = TonWatcherDeps & { readonly hasChanged: ReturnType<typeof changeFilter> }

async function round(deps: RoundDeps, booked: Map<string, string>): Promise<void> {
  const { network, sequencer } = deps
  const { wallet, chain } = network
  if (wallet === undefined) return
  const { listed, journal, epoch } = await sequencer.read((state) => ({
    listed: networkOf(state, network.id),
    journal: state.journal,
    epoch: state.epoch,
  }))
  if (listed === undefined) return
  const account = await chain.account(wallet)
  if (listed.paused === null)
    await network.inTurn(async () => {
      const last = { lt: account.lastLt, hash: account.lastHash }
      for (const list of await listsOf(deps, listed, wallet, last))
        await follow(deps, { listed, journal, epoch, list }, booked)
      await bookArrived(deps, listed)
      await bookExpired(deps, listed, account.time)
    })
  network.succeeded(account)
}

/** The transactions of one own wallet. */
type List = {
  readonly stream: string
  readonly address: string
  readonly last: TonCursor
  readonly asset: NetworkAsset
  /** Books the results of own payments; returns what else arrived, or came back. */
  readonly read: (transaction: TonTransaction) => Promise<readonly TonCredit[]>
}

/** The wallet itself comes first: the results of payments in the other lists refer to it. */
async function listsOf(
  deps: RoundDeps,
  listed: NetworkInfo,
  wallet: string,
  last: TonCursor,
): Promise<readonly List[]> {
  const { network, treasury } = deps
  const userOf = (number: number) => userWith(deps, number)
  const [coins, jettons]: [List[], List[]] = [[], []]
  const jettonWallets = new Set<string>()
  for (const asset of listed.assets.values()) {
    const { contract } = asset
    if (contract === null) {
      const known = { asset, address: wallet, userOf, treasury }
      const read: List['read'] = async (transaction) =>
        (await bookWalletTransaction(deps, listed, transaction)) ? [] : coinCredits(transaction, known, jettonWallets)
      coins.push({ stream: streamOf(listed), address: wallet, last, asset, read })
      continue
    }
    const address = await network.jettonWallet(contract).catch((error: unknown) => silent(deps, contract, error))
    if (address === undefined) continue
    jettonWallets.add(address)
    const { lastLt: lt, lastHash: hash } = await network.chain.account(address)
    const known = { asset, address, userOf, treasury }
    const read: List['read'] = async (transaction) => {
      const paid = await bookJettonResult(deps, listed, transaction)
      if (paid === undefined) return jettonCredits(transaction, known)
      // A row can say who was paid, and an operator sends it there: it is the owner of the wallet that sent it back.
      const wallet = await network.chain.jettonWallet(contract, paid)
      return [returnedCredit(transaction, known, wallet === transaction.incoming?.from ? paid : contract)]
    }
    jettons.push({ stream: jettonStreamOf(listed, contract), address, last: { lt, hash }, asset, read })
  }
  return [...coins, ...jettons]
}

/** A jetton that does not name its wallet waits, and the coins do not. Throws if the network is closed. */
function silent({ network, log, hasChanged }: RoundDeps, contract: string, error: unknown): undefined {
  if (!(error instanceof ChainUnavailable) || network.wallet === undefined) throw error
  const facts = { event: 'watcher.jetton_silent', network: network.id, contract, reason: error.message }
  if (hasChanged(contract, error.message))
    log.warn(facts, 'a jetton does not name the wallet of the exchange, and waits')
}

/** While the exchange recovers from a failed commit, no user is known: then the round fails, and the next one tries again. */
function userWith({ sequencer }: TonWatcherDeps, number: number): UserId | undefined {
  const found = sequencer.readUncommitted((state) => ({ user: userOfDepositNumber(state, number) }))
  if (found === undefined) throw new Unavailable('the users are not known')
  return found.user
}

type Following = Pick<State, 'journal' | 'epoch'> & { readonly listed: NetworkInfo; readonly list: List }

/** Transactions that are credited by one command. */
const STEP = 100

async function follow(
  deps: TonWatcherDeps,
  { listed, journal, epoch, list }: Following,
  booked: Map<string, string>,
): Promise<void> {
  const { network, now } = deps
  const { stream, address, last } = list
  const key = `${epoch} ${stream}`
  if (booked.get(key) === last.hash) return
  const info: StreamInfo = { stream, network: network.id, journal, epoch }
  const place = await placeIn(deps, info)
  const transactions = await transactionsAfter(network.chain, address, last, place)
  const until = transactions.length > 0 ? await holdPlace(deps, info, last.lt, now()) : await bookedUntil(deps, info)
  // Once in each process, which compares books and chain from now on.
  if (transactions.length === 0) await writePlace(deps, info, { place: last.lt > 0n ? last : null, until }, now())
  for (let from = 0; from < transactions.length; from += STEP) {
    const step = transactions.slice(from, from + STEP)
    const credits: TonCredit[] = []
    for (const transaction of step) credits.push(...(await list.read(transaction)))
    await credit(deps, info, list, credits)
    const { lt, hash } = expectDefined(step.at(-1), 'a step has transactions')
    await writePlace(deps, info, { place: { lt, hash }, until }, now())
  }
  if (network.listed()?.generation === listed.generation) booked.set(key, last.hash)
}

async function credit(
  { database, sequencer, now }: TonWatcherDeps,
  info: StreamInfo,
  { asset }: List,
  credits: readonly TonCredit[],
): Promise<void> {
  if (credits.length === 0) return
  await writeFinal(
    database,
    info,
    credits.flatMap((each) => incomingOf(each, asset)),
    now(),
  )
  const command = {
    type: 'credit-deposits' as const,
    network: info.network,
    stream: info.stream,
    credits: credits.map(({ from: sender, ...each }) => ({ ...each, ...(each.to === 'unclaimed' && { sender }) })),
  }
  await creditDeposits({ sequencer }, command)
}

/** What users and operators see; what comes back from own payments is none of it. */
function incomingOf(
  { to, from, position, txid, part, currency, raw, address }: TonCredit,
  asset: NetworkAsset,
): readonly Incoming[] {
  if (to === 'gas') return []
  const user = to === 'unclaimed' || to === 'world' ? null : to
  const reason = to === 'world' ? 'funding' : to === 'unclaimed' ? 'no_memo' : null
  const transfer = { txid, part, position, from, to: address, user, currency, raw, reason }
  return [{ ...transfer, height: Number(position), hash: txid, amount: unitsOfRaw(raw, asset) }]
}
