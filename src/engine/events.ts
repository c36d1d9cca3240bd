/** Every event of the exchange. An event that moves funds carries its postings; these sum to zero in each currency. */

import type { AccountEvent } from './accounts/events.ts'
import type { Converted } from './convert/events.ts'
import type { DepositEvent } from './deposits/events.ts'
import type { EpochBegun } from './epochs/events.ts'
import type { RecordKeyExported } from './exports/events.ts'
import type { RequestRemembered } from './idempotency/events.ts'
import type { InstrumentEvent } from './instruments/events.ts'
import type { LeadingEvent } from './leading/events.ts'
import type { NetworkEvent } from './networks/events.ts'
import type { OrderEvent } from './orders/events.ts'
import type { PaymentEvent } from './payments/events.ts'
import type { ReferralEvent } from './referrals/events.ts'
import type { RewardEvent } from './rewards/events.ts'
import type { RulesSet } from './rules/events.ts'
import type { LevelSet } from './verification/events.ts'
import type { WithdrawalEvent } from './withdrawals/events.ts'

/** What happens to orders is logged by the core, everything else is emitted by modules. */
export type Event = OrderEvent | ModuleEvent

export type ModuleEvent =
  | InstrumentEvent
  | AccountEvent
  | Converted
  | RequestRemembered
  | RulesSet
  | RewardEvent
  | ReferralEvent
  | NetworkEvent
  | DepositEvent
  | WithdrawalEvent
  | PaymentEvent
  | EpochBegun
  | LeadingEvent
  | LevelSet
  | RecordKeyExported
