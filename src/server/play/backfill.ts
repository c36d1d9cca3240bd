/**
 * Creates market history before the first start: replays demo orders as ordinary commands with past timestamps, so that
 * every chart has data. After a crash the next start continues. It runs once; later downtime stays a gap.
 */

import type { Millis, PairId } from '../../contract/ids.ts'
import type { Side } from '../../contract/markets/side.ts'
import type { Ticks } from '../../contract/money.ts'
import { expectDefined } from '../../engine/assert.ts'
import type { Command, Market, State } from '../../engine/exchange.ts'
import { accountOf, marketOf, markets } from '../../engine/exchange.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { accountsOf, backfillFinished, backfillStarted, makerOf } from './demo-accounts.ts'
import { meanTrade } from './market-character.ts'
import { lotsFor } from './market-maker.ts'
import { noise } from './noise-trader.ts'
import { random } from './random.ts'
import { type ReferencePrice, referenceAt, walk } from './reference-price.ts'

/** Ten pairs with five commands per step make 302,400 commands in seven days. */
const STEP_SECONDS = 100
const SPREAD = 0.0003
const LEAST_QUOTE_NOTIONAL = 200_000
/** The quotes take the largest trades. */
const QUOTE_TRADES = 60
const SECONDS_PER_TRADE = STEP_SECONDS / 2
/** The backfill waits for the read models after this many steps. */
const STEPS_PER_WAIT = 60

type BackfillDeps = {
  readonly sequencer: Sequencer
  /** Sets the clock that stamps commands. */
  readonly setClock: (at: Millis) => void
  readonly now: Millis
  readonly seed: number
  /** Resolves when the read models are up to date. */
  readonly written: () => Promise<unknown>
  /** Called after each tenth: 10, 20, …, 100. */
  readonly onProgress: (percent: number) => void
}

/** Must be the first command of the journal. */
export const startBackfill = (sequencer: Sequencer): Promise<unknown> =>
  sequencer.submit(backfillStarted, () => undefined)

export const isBackfillOpen = (state: State): boolean =>
  accountOf(state, backfillStarted.user) !== undefined && accountOf(state, backfillFinished.user) === undefined

/** Returns the number of commands. */
export async function backfillHistory(deps: BackfillDeps): Promise<number> {
  const { sequencer, setClock, now, seed, written, onProgress } = deps
  const first = sequencer.seq
  const next = random(seed ^ first)
  const references = new Map<PairId, ReferencePrice>()
  await submitAll(sequencer, await sequencer.read(accountsOf))
  const pairs = await sequencer.read((state) => Array.from(markets(state), ({ pair }) => pair.id))
  const last = await sequencer.read(({ at }) => at)
  const tenth = Math.max(1, Math.floor((now - last) / (STEP_SECONDS * 1_000) / 10))
  let steps = 0
  for (let at = last + STEP_SECONDS * 1_000; at < now; at += STEP_SECONDS * 1_000) {
    setClock(at)
    const commands = await sequencer.read((state) => pairs.flatMap((pair) => step(state, pair, references, next)))
    await submitAll(sequencer, commands)
    steps += 1
    if (steps % STEPS_PER_WAIT === 0) await written()
    if (steps % tenth === 0 && steps < 10 * tenth) onProgress((steps / tenth) * 10)
  }
  await submitAll(
    sequencer,
    pairs.map((pair) => ({ type: 'cancel-all', user: makerOf(pair), pair })),
  )
  await submitAll(sequencer, [backfillFinished])
  onProgress(100)
  return sequencer.seq - first
}

const submitAll = (sequencer: Sequencer, commands: readonly Command[]): Promise<unknown> =>
  Promise.all(commands.map((command) => sequencer.submit(command, () => undefined)))

/** New quotes around the moved price, and two trades against them. */
function step(state: State, id: PairId, references: Map<PairId, ReferencePrice>, next: () => number): Command[] {
  const market = expectDefined(marketOf(state, id), 'a demo pair is listed')
  const reference = references.get(id) ?? referenceAt(market.lastPrice)
  references.set(id, reference)
  const price = walk(reference, market.pair, next, STEP_SECONDS)
  return [
    { type: 'cancel-all', user: makerOf(id), pair: id },
    quote(market, 'buy', price),
    quote(market, 'sell', price),
    noise(market.pair, price, next, SECONDS_PER_TRADE),
    noise(market.pair, price, next, SECONDS_PER_TRADE),
  ]
}

function quote({ pair }: Market, side: Side, price: Ticks): Command {
  const offset = Math.max(1, Math.round(price * SPREAD))
  const at = Math.max(1, side === 'buy' ? price - offset : price + offset) as Ticks
  const notional = Math.max(LEAST_QUOTE_NOTIONAL, QUOTE_TRADES * meanTrade(pair, SECONDS_PER_TRADE))
  const quantity = lotsFor(pair, price, notional)
  const terms = { type: 'limit', price: at, quantity, timeInForce: 'GTC', postOnly: false } as const
  return { type: 'place-order', user: makerOf(pair.id), clientId: null, pair: pair.id, side, terms }
}
