import type { Mutant } from './mutants.ts'

const ENGINE = ['engine/networks/ton-network.test.ts']
const SIGNER = ['signer/ton.test.ts']
const MISSING = ['server/custody/ton/missing-payments.test.ts']
const RECOVER = ['server/custody/ton/recover-ton.test.ts']
const RETURNS = ['server/custody/ton/returns.test.ts']

export const tonMutants: readonly Mutant[] = [
  {
    name: 'jettons that are lost stay in the books',
    file: 'src/engine/payments/decide-payment.ts',
    edits: [[', borneBy(state, payment.network, sent))', ', [])']],
    caughtBy: ENGINE,
  },
  {
    name: 'coins that accompany jettons are not in the limit of a day',
    file: 'src/signer/signed-payments.ts',
    edits: [["input.kind === 'ton-withdrawal' && input.jettonWallet !== null", 'false']],
    caughtBy: SIGNER,
  },
  {
    name: 'more jettons are sent while some of them are missing',
    file: 'src/server/custody/ton/assign-ton-payments.ts',
    edits: [['closed_at is null and missing_at is not null', 'false']],
    caughtBy: MISSING,
  },
  {
    name: 'reconcile pays missing jettons again',
    file: 'src/server/custody/ton/recover-ton.ts',
    edits: [['mined.has(id)', 'false']],
    caughtBy: MISSING,
  },
  {
    name: 'reconcile does not wait until messages have expired',
    file: 'src/server/custody/ton/valid-messages.ts',
    edits: [['time > end', 'true']],
    caughtBy: RECOVER,
  },
  {
    name: 'a return that expired is paid again after a restore',
    file: 'src/server/custody/ton/recover-ton.ts',
    edits: [["purpose.kind === 'return'\n", 'false\n']],
    caughtBy: RETURNS,
  },
]
