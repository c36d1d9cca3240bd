/** All modules. A command, event or snapshot piece that no module handles is a type error here. */

import { accounts } from './accounts/module.ts'
import type { AccountPiece } from './accounts/save.ts'
import type { Command } from './commands.ts'
import { conversions } from './convert/module.ts'
import type { MoneyPiece, OrderPiece } from './core.ts'
import { deposits } from './deposits/module.ts'
import type { DepositPiece } from './deposits/state.ts'
import { epochs } from './epochs/module.ts'
import type { ModuleEvent } from './events.ts'
import { exportedSecrets } from './exports/module.ts'
import { idempotency } from './idempotency/module.ts'
import type { IdempotencyPiece } from './idempotency/state.ts'
import { instruments } from './instruments/module.ts'
import type { InstrumentPiece } from './instruments/state.ts'
import { type LeadingPiece, leading } from './leading/module.ts'
import { ledger } from './ledger/module.ts'
import type { Appliers, Handlers, Loaders } from './module-type.ts'
import { networks } from './networks/module.ts'
import type { NetworkPiece } from './networks/state.ts'
import { orders } from './orders/module.ts'
import { payments } from './payments/module.ts'
import type { PaymentPiece } from './payments/state.ts'
import type { Hold } from './postings.ts'
import { referrals } from './referrals/module.ts'
import type { ReferralPiece } from './referrals/save.ts'
import { rewards } from './rewards/module.ts'
import type { RewardPiece } from './rewards/save.ts'
import { rules } from './rules/module.ts'
import type { State } from './state.ts'
import { verification } from './verification/module.ts'
import type { LevelPiece } from './verification/state.ts'
import { withdrawals } from './withdrawals/module.ts'
import type { WithdrawalPiece } from './withdrawals/state.ts'

export type Piece =
  | InstrumentPiece
  | AccountPiece
  | MoneyPiece
  | OrderPiece
  | IdempotencyPiece
  | RewardPiece
  | ReferralPiece
  | NetworkPiece
  | DepositPiece
  | WithdrawalPiece
  | PaymentPiece
  | LevelPiece
  | LeadingPiece

/** The order of snapshot pieces and of the state text, both persisted; each piece may refer to earlier ones. */
export const modules = [
  ledger,
  instruments,
  accounts,
  orders,
  idempotency,
  rules,
  rewards,
  referrals,
  conversions,
  networks,
  deposits,
  withdrawals,
  payments,
  epochs,
  verification,
  exportedSecrets,
  leading,
] as const

export const handlers: Handlers<Command> = {
  ...instruments.handlers,
  ...accounts.handlers,
  ...orders.handlers,
  ...conversions.handlers,
  ...rules.handlers,
  ...rewards.handlers,
  ...referrals.handlers,
  ...networks.handlers,
  ...deposits.handlers,
  ...withdrawals.handlers,
  ...payments.handlers,
  ...epochs.handlers,
  ...verification.handlers,
  ...exportedSecrets.handlers,
  ...leading.handlers,
}

export const appliers: Appliers<ModuleEvent> = {
  ...instruments.appliers,
  ...accounts.appliers,
  ...conversions.appliers,
  ...idempotency.appliers,
  ...rules.appliers,
  ...rewards.appliers,
  ...referrals.appliers,
  ...networks.appliers,
  ...deposits.appliers,
  ...withdrawals.appliers,
  ...payments.appliers,
  ...epochs.appliers,
  ...verification.appliers,
  ...exportedSecrets.appliers,
  ...leading.appliers,
}

export const loaders: Loaders<Piece> = {
  ...instruments.loaders,
  ...accounts.loaders,
  ...ledger.loaders,
  ...orders.loaders,
  ...idempotency.loaders,
  ...rewards.loaders,
  ...referrals.loaders,
  ...networks.loaders,
  ...deposits.loaders,
  ...withdrawals.loaders,
  ...payments.loaders,
  ...verification.loaders,
  ...leading.loaders,
}

/** Everything that is set aside, by all modules. */
export function* holds(state: State): Generator<Hold> {
  for (const module of modules) yield* module.holds(state)
}
