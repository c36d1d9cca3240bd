/** Every command of the exchange. The journal stores commands. */

import type { Millis, Seq } from '../contract/ids.ts'
import type { AccountCommand } from './accounts/commands.ts'
import type { Convert } from './convert/commands.ts'
import type { DepositCommand } from './deposits/commands.ts'
import type { BeginEpoch } from './epochs/commands.ts'
import type { ExportRecordKey } from './exports/commands.ts'
import type { InstrumentCommand } from './instruments/commands.ts'
import type { LeadingCommand } from './leading/commands.ts'
import type { NetworkCommand } from './networks/commands.ts'
import type { OrderCommand } from './orders/commands.ts'
import type { PaymentCommand } from './payments/commands.ts'
import type { ReferralCommand } from './referrals/commands.ts'
import type { RewardCommand } from './rewards/commands.ts'
import type { SetRules } from './rules/commands.ts'
import type { SetLevel } from './verification/commands.ts'
import type { WithdrawalCommand } from './withdrawals/commands.ts'

export type Command =
  | InstrumentCommand
  | AccountCommand
  | OrderCommand
  | Convert
  | SetRules
  | RewardCommand
  | ReferralCommand
  | NetworkCommand
  | DepositCommand
  | WithdrawalCommand
  | PaymentCommand
  | BeginEpoch
  | LeadingCommand
  | SetLevel
  | ExportRecordKey

/**
 * A command as the sequencer ordered it: numbered without gaps, with a timestamp that never decreases. `rules` is the
 * version of its journal row.
 */
export type Sequenced = {
  readonly seq: Seq
  readonly at: Millis
  readonly rules: number
  readonly command: Command
}
