/** The network between users and the exchange: messages are delayed, repeated much later, and reordered. */

import type { Command } from '../../src/engine/exchange.ts'
import type { Random } from './simulated-traders.ts'

export type Message = { readonly id: string; readonly command: Command }

export type SimulatedNetwork = {
  send(message: Message): void
  /** The messages of this round, in random order. */
  nextRound(): readonly Message[]
  /** How many messages are delivered twice. */
  readonly duplicates: number
  readonly isEmpty: boolean
}

const MAX_DELAY_ROUNDS = 40

export function simulatedNetwork(dice: Random): SimulatedNetwork {
  const inTransit = new Map<number, Message[]>()
  let round = 0
  let duplicates = 0
  function deliver(message: Message, rounds: number): void {
    const messages = inTransit.get(round + rounds) ?? []
    messages.splice(Math.floor(dice() * (messages.length + 1)), 0, message)
    inTransit.set(round + rounds, messages)
  }
  const delay = (): number => 1 + Math.floor(dice() * MAX_DELAY_ROUNDS)
  return {
    send(message) {
      deliver(message, dice() < 0.9 ? 0 : delay())
      if (dice() >= 0.08) return
      duplicates += 1
      deliver(message, delay())
    },
    nextRound() {
      const messages = inTransit.get(round) ?? []
      inTransit.delete(round)
      round += 1
      return messages
    },
    get duplicates() {
      return duplicates
    },
    get isEmpty() {
      return inTransit.size === 0
    },
  }
}
