/** The line between people and the exchange: messages come late, come again much later, and pass each other. */

import type { Command } from '../../src/engine/commands.ts'
import type { Dice } from './simulated-traders.ts'

export type Message = { readonly id: string; readonly command: Command }

export type Post = {
  send(message: Message): void
  /** What arrives in this round, in any order. */
  arriving(): readonly Message[]
  /** How many came a second time. */
  readonly again: number
  readonly isEmpty: boolean
}

const MOST_ROUNDS_LATE = 40

export function simulatedPost(dice: Dice): Post {
  const onTheWay = new Map<number, Message[]>()
  let round = 0
  let again = 0
  function deliver(message: Message, rounds: number): void {
    const there = onTheWay.get(round + rounds) ?? []
    there.splice(Math.floor(dice() * (there.length + 1)), 0, message)
    onTheWay.set(round + rounds, there)
  }
  const late = (): number => 1 + Math.floor(dice() * MOST_ROUNDS_LATE)
  return {
    send(message) {
      deliver(message, dice() < 0.9 ? 0 : late())
      if (dice() >= 0.08) return
      again += 1
      deliver(message, late())
    },
    arriving() {
      const messages = onTheWay.get(round) ?? []
      onTheWay.delete(round)
      round += 1
      return messages
    },
    get again() {
      return again
    },
    get isEmpty() {
      return onTheWay.size === 0
    },
  }
}
