import type { TradeId } from '../../contract/ids.ts'
import { lastTradeOf, setLastTrade } from '../core.ts'
import { cancelWaiting } from '../deposits/returns.ts'
import { skipNumbers } from '../deposits/state.ts'
import { handlerOf, type Module } from '../module-type.ts'
import * as beginEpoch from './begin-epoch.ts'
import type { BeginEpoch } from './commands.ts'
import type { EpochBegun } from './events.ts'

/** Without state of its own: the numbers of the state and the networks show the epoch. */
export const epochs: Module<BeginEpoch, EpochBegun, never> = {
  handlers: { 'begin-epoch': handlerOf(beginEpoch) },
  appliers: {
    'epoch-begun'(state, { at, gap, reason }) {
      state.seq += gap
      state.epoch = state.seq
      setLastTrade(state, (lastTradeOf(state) + gap) as TradeId)
      skipNumbers(state.deposits)
      cancelWaiting(state.deposits)
      for (const network of state.networks.values()) {
        network.paused ??= reason
        network.restoredAt = at
      }
    },
  },
  loaders: {},
  save: () => [],
  lines: () => [],
  holds: () => [],
}
