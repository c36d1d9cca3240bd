/** An action of an operator. One that changes something is a journaled command that names the operator and the reason. */

import type { z } from 'zod'
import type { Millis, NetworkId, UserId } from '../../contract/ids.ts'
import { isRefused, type Refusal, refusalText } from '../../contract/refusals.ts'
import type { NetworkKind } from '../../contract/wallet/networks.ts'
import type { Answer, Command, Outcome, State } from '../../engine/exchange.ts'
import type { LostBooking } from '../custody/base/lost-booking.ts'
import type { Networks } from '../custody/base/networks.ts'
import type { Reconciler } from '../custody/base/reconciler.ts'
import type { Refusals } from '../custody/base/refusals.ts'
import type { SignerClient } from '../custody/signer/signer-client.ts'
import type { MissingPayments } from '../custody/ton/missing-payments.ts'
import type { Appeals } from '../earn/appeals.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { Unavailable } from '../sequencer/unavailable.ts'
import type { AccountRecords } from '../users/account-records.ts'
import type { FindUsers } from '../users/find-users.ts'
import type { UnopenedUsers } from '../users/unopened-users.ts'
import { problemOf } from './parse-request.ts'
import type { OperatorReply, Report } from './protocol.ts'

export type ActionDeps = {
  /** Of commands, only those that name the operator and the reason. */
  readonly sequencer: Pick<Sequencer, 'read'> & {
    submit<T>(command: OperatorCommand, select: (state: State, outcome: Outcome) => T): Promise<T>
  }
  readonly users: Pick<FindUsers, 'findByEmail'>
  readonly records: Pick<AccountRecords, 'inspect' | 'accept'>
  readonly unopened: UnopenedUsers
  readonly appeals: Pick<Appeals, 'list' | 'answer'>
  readonly networks: Networks
  /** How many are configured for each kind of network. Undefined in play mode, which needs none. */
  readonly endpoints: Readonly<Record<NetworkKind, number>> | undefined
  /** Of each network that the server is connected to. */
  readonly reconcilers: ReadonlyMap<NetworkId, NetworkReconciler>
  /** Of the same networks. */
  readonly refusals: ReadonlyMap<NetworkId, Pick<Refusals, 'refused'>>
  readonly signer: Pick<SignerClient, 'counters' | 'instance'>
  readonly missing: MissingPayments
  /** 32 bytes. */
  readonly recordKey: Buffer
  readonly now: () => Millis
  /** Logs the user out on all devices. */
  readonly endSessions: (user: UserId) => Promise<void>
}

type NetworkReconciler = Pick<Reconciler, 'compare'> & {
  /** Books what was paid after the backup that was restored, then ends the pause. */
  bookLost(by: ByOperator): Promise<LostBooking>
}

/** Who acts, and why. */
export type ByOperator = { readonly operator: string; readonly reason: string }

export type Problem = { readonly problem: string }
type Result = Report | Refusal | Problem

type Action = (
  deps: ActionDeps,
  input: unknown,
  by: { readonly operator: string; readonly reason: string | null },
) => Promise<OperatorReply>

/** An action that changes nothing and needs no reason. */
export const reading =
  <Input>(schema: z.ZodType<Input>, run: (deps: ActionDeps, input: Input) => Promise<Result>): Action =>
  async (deps, raw) => {
    const { data: input, error } = schema.safeParse(raw)
    return error === undefined ? replyOf(() => run(deps, input), 'refused') : refused(problemOf(error))
  }

/** If the exchange does not confirm the change, its outcome is unknown. */
export const changing =
  <Input>(schema: z.ZodType<Input>, run: (deps: ActionDeps, input: Input, by: ByOperator) => Promise<Result>): Action =>
  async (deps, raw, { operator, reason }) => {
    if (reason === null) return refused('a change needs a reason')
    const { data: input, error } = schema.safeParse(raw)
    return error === undefined
      ? replyOf(() => run(deps, input, { operator, reason }), 'unknown')
      : refused(problemOf(error))
  }

/** What an operator can submit: the journal has who acted, and why. */
type OperatorCommand = Extract<Command, { readonly operator: string | null; readonly reason: string }> & ByOperator

/** Resolves after the commit, with what `select` read right after the command, or with the refusal. */
export const submitted = <T>(
  { sequencer }: Pick<ActionDeps, 'sequencer'>,
  command: OperatorCommand,
  select: (state: State) => T,
): Promise<T | Refusal> => sequencer.submit(command, (state, { answer }) => refusalIn(answer) ?? select(state))

const refusalIn = (answer: Answer): Refusal | undefined => (answer.type === 'refused' ? answer.refusal : undefined)

const refused = (text: string): OperatorReply => ({ ok: false, text, outcome: 'refused' })

async function replyOf(run: () => Promise<Result>, unconfirmed: 'refused' | 'unknown'): Promise<OperatorReply> {
  try {
    const result = await run()
    if (isRefused(result)) return refused(refusalText(result))
    return 'problem' in result ? refused(result.problem) : { ok: true, report: result }
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    if (error.message === 'stopping') return refused('the exchange is stopping: nothing was done')
    return { ok: false, text: `the exchange is not available: ${error.message}`, outcome: unconfirmed }
  }
}
