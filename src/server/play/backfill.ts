/**
 * The week before the first start: the demo traders live through it in fast-forward, by ordinary commands with past
 * stamps, so that every chart has a past. A kill in the middle is no harm: the next start goes on where it ended.
 * Once it is lived it is over; what is missed later stays a gap.
 */

import type { Millis, PairId } from '../../contract/ids.ts'
import type { Ticks } from '../../contract/money.ts'
import type { Side } from '../../contract/order-rules.ts'
import { known } from '../../engine/assert.ts'
import type { Command } from '../../engine/commands.ts'
import type { Market, State } from '../../engine/state.ts'
import type { Sequencer } from '../core/sequencer.ts'
import { accountsOf, makerOf, pastBegun, pastEnded } from './demo-accounts.ts'
import { lotsFor } from './market-maker.ts'
import { noise } from './noise-trader.ts'
import { random } from './random.ts'
import { type ReferencePrice, referenceAt, walk } from './reference-price.ts'

/** Ten pairs, five commands a pair and step: 302,400 commands in seven days. */
const STEP_SECONDS = 100
const SPREAD = 0.0003
const QUOTE_NOTIONAL = 200_000
/** How far the tables may fall behind before the past waits for them. */
const STEPS_AHEAD = 60

export type PastParts = {
  readonly sequencer: Sequencer
  /** Sets the clock that commands are stamped by. */
  readonly turnTo: (at: Millis) => void
  readonly now: Millis
  readonly seed: number
  /** Resolves when what was done so far is written. */
  readonly written: () => Promise<unknown>
}

/** The first thing that happens, if it is to happen at all: an exchange that has begun otherwise has its own past. */
export const openPast = (sequencer: Sequencer): Promise<unknown> => sequencer.submit(pastBegun, () => undefined)

export const isPastOpen = ({ accounts }: State): boolean =>
  accounts.has(pastBegun.user) && !accounts.has(pastEnded.user)

/** How many commands it took. */
export async function liveThePast({ sequencer, turnTo, now, seed, written }: PastParts): Promise<number> {
  const begun = sequencer.seq
  const next = random(seed ^ begun)
  const references = new Map<PairId, ReferencePrice>()
  await carryOut(sequencer, await sequencer.read(accountsOf))
  const pairs = await sequencer.read(({ markets }) => [...markets.keys()])
  const last = await sequencer.read(({ at }) => at)
  let steps = 0
  for (let at = last + STEP_SECONDS * 1_000; at < now; at += STEP_SECONDS * 1_000) {
    turnTo(at)
    const commands = await sequencer.read((state) => pairs.flatMap((pair) => step(state, pair, references, next)))
    await carryOut(sequencer, commands)
    steps += 1
    if (steps % STEPS_AHEAD === 0) await written()
  }
  await carryOut(
    sequencer,
    pairs.map((pair) => ({ type: 'cancel-all', user: makerOf(pair), pair })),
  )
  await carryOut(sequencer, [pastEnded])
  return sequencer.seq - begun
}

const carryOut = (sequencer: Sequencer, commands: readonly Command[]): Promise<unknown> =>
  Promise.all(commands.map((command) => sequencer.submit(command, () => undefined)))

/** New quotes around where the price has wandered, and two people who trade against them. */
function step(state: State, id: PairId, references: Map<PairId, ReferencePrice>, next: () => number): Command[] {
  const market = known(state.markets.get(id), 'a demo pair is listed')
  const reference = references.get(id) ?? referenceAt(market.lastPrice)
  references.set(id, reference)
  const price = walk(reference, market.pair, next, STEP_SECONDS)
  return [
    { type: 'cancel-all', user: makerOf(id), pair: id },
    quote(market, 'buy', price),
    quote(market, 'sell', price),
    noise(market.pair, price, next),
    noise(market.pair, price, next),
  ]
}

function quote({ pair }: Market, side: Side, price: Ticks): Command {
  const offset = Math.max(1, Math.round(price * SPREAD))
  const at = Math.max(1, side === 'buy' ? price - offset : price + offset) as Ticks
  const quantity = lotsFor(pair, price, QUOTE_NOTIONAL)
  const terms = { type: 'limit', price: at, quantity, timeInForce: 'GTC', postOnly: false } as const
  return { type: 'place-order', user: makerOf(pair.id), clientId: null, pair: pair.id, side, terms }
}
