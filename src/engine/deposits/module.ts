import { noteChange, post } from '../core.ts'
import { handlerOf, type Module } from '../module-type.ts'
import { addDust, listedNetwork } from '../networks/state.ts'
import type { State } from '../state.ts'
import * as assignUnclaimed from './assign-unclaimed.ts'
import * as beginStream from './begin-stream.ts'
import * as bookSurplus from './book-surplus.ts'
import type { DepositCommand } from './commands.ts'
import * as creditDeposits from './credit-deposits.ts'
import type { DepositBooked, DepositCredited, DepositEvent } from './events.ts'
import { addFeeDust } from './fees.ts'
import * as giveDepositNumber from './give-deposit-number.ts'
import { approveReturn, cancelReturn, returnUnclaimed } from './return-unclaimed.ts'
import { beginReturn, changeReturn, endReturn } from './returns.ts'
import {
  countDeposit,
  countReceived,
  type DepositPiece,
  giveNumber,
  keyOf,
  lines,
  loadCounts,
  loadNumbers,
  loadPositions,
  loadReceived,
  loadReturns,
  loadSkipped,
  loadUnclaimed,
  save,
} from './state.ts'

export const deposits: Module<DepositCommand, DepositEvent, DepositPiece> = {
  handlers: {
    'give-deposit-number': handlerOf(giveDepositNumber),
    'begin-stream': handlerOf(beginStream),
    'credit-deposits': handlerOf(creditDeposits),
    'assign-unclaimed': handlerOf(assignUnclaimed),
    'book-surplus': handlerOf(bookSurplus),
    'return-unclaimed': handlerOf(returnUnclaimed),
    'approve-return': handlerOf(approveReturn),
    'cancel-return': handlerOf(cancelReturn),
  },
  appliers: {
    'deposit-number-given'(state, { user, number }) {
      giveNumber(state.deposits, user, number)
      noteChange(state, user)
    },
    'stream-begun': (state, { stream, position }) => void state.deposits.positions.set(stream, position),
    'deposit-credited'(state, event) {
      applyTransfer(state, event)
      countDeposit(state.deposits, event.user)
      noteChange(state, event.user)
    },
    'deposit-booked'(state, event) {
      applyTransfer(state, event)
      if (event.reason === 'unclaimed' && event.amount > 0n) {
        const { network, stream, txid, part, currency, amount, address, sender, at } = event
        const deposit = { network, stream, txid, part, currency, amount, address, at }
        state.deposits.unclaimed.set(keyOf(event), { ...deposit, ...(sender !== undefined && { sender }) })
      }
      if (event.owner !== null) noteChange(state, event.owner)
    },
    'deposit-assigned'(state, event) {
      post(state, event.postings)
      state.deposits.unclaimed.delete(keyOf(event))
      countDeposit(state.deposits, event.user)
      noteChange(state, event.user)
    },
    'surplus-booked'(state, { network, currency, raw, amount, stream, through, postings }) {
      post(state, postings)
      addDust(listedNetwork(state.networks, network), currency, raw, amount)
      const { positions } = state.deposits
      if (through > (positions.get(stream) ?? 0n)) positions.set(stream, through)
    },
    'return-requested': (state, event) => beginReturn(state.deposits, event.return),
    'return-approved': (state, event) => changeReturn(state.deposits, event.return, { signature: event.signature }),
    'return-cancelled': (state, event) => endReturn(state.deposits, event.return, false),
  },
  loaders: {
    'skipped-deposit-numbers': (state, piece) => loadSkipped(state.deposits, piece),
    'deposit-numbers': (state, piece) => loadNumbers(state.deposits, piece),
    'deposit-positions': (state, piece) => loadPositions(state.deposits, piece),
    'unclaimed-deposits': (state, piece) => loadUnclaimed(state.deposits, piece),
    'deposit-counts': (state, piece) => loadCounts(state.deposits, piece),
    'deposit-returns': (state, piece) => loadReturns(state.deposits, piece),
    received: (state, piece) => loadReceived(state.deposits, piece),
  },
  save: (state) => save(state.deposits),
  lines: (state) => lines(state.deposits),
  holds: () => [],
}

function applyTransfer(state: State, event: DepositCredited | DepositBooked): void {
  post(state, event.postings)
  const listed = listedNetwork(state.networks, event.network)
  addDust(listed, event.currency, event.raw, event.amount)
  if (event.fee !== undefined) addFeeDust(listed, event.fee)
  state.deposits.positions.set(event.stream, event.position)
  countReceived(state.deposits, event)
}
