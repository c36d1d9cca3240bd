/** Requests of users with the answers they got, and decisions of the operator, on any network. */

import { type Command, foundPayments, missingOf, openWithdrawals } from '../../../src/engine/exchange.ts'
import type { Sequencer } from '../../../src/server/sequencer/sequencer.ts'
import { Unavailable } from '../../../src/server/sequencer/unavailable.ts'
import type { Random } from '../simulated-traders.ts'
import { answerOf } from './simulated-server.ts'

export const BY = { operator: 'operator', reason: 'a test' } as const

type Process = { readonly sequencer: Pick<Sequencer, 'read' | 'submit'> }
/** `isLost`: a restore took back what was answered, and the user repeats it. */
export type Request = { readonly command: Command; readonly answers: string[]; isLost?: boolean }

export function openRequests(dice: Random, count: (name: string) => void) {
  const requests: Request[] = []
  const pick = <T>(from: readonly T[]): T => from[Math.floor(dice() * from.length)] as T

  return {
    requests: requests as readonly Request[],
    add(command: Command): Command {
      requests.push({ command, answers: [] })
      return command
    },
    /** Approves or rejects a withdrawal in review, or cancels one that is open. */
    async decide({ sequencer }: Process, mode: 'decide' | 'cancel'): Promise<void> {
      const open = await sequencer.read(openWithdrawals)
      const found = open.filter(({ status }) => status === 'review' || mode === 'cancel')
      if (found.length === 0) return
      const { id: withdrawal, user, review } = pick(found)
      const reject = review === 'would_fail' || dice() < (review === 'found_payment' ? 0.5 : 0.2)
      const command: Command =
        mode === 'cancel'
          ? { type: 'cancel-withdrawal', user, withdrawal }
          : reject
            ? { type: 'reject-withdrawal', withdrawal, ...BY }
            : { type: 'approve-withdrawal', withdrawal, signature: null, ...BY }
      count(command.type)
      await sequencer.submit(command, () => undefined)
    },
    /** Charges who has requested a payment that a restore lost. */
    async charge({ sequencer }: Process): Promise<void> {
      const unpaid = (await sequencer.read(foundPayments)).filter((each) => missingOf(each) > 0n)
      if (unpaid.length === 0) return
      const { txid, address } = pick(unpaid)
      const user = requests.flatMap(({ command }) =>
        command.type === 'request-withdrawal' && command.address === address ? command.user : [],
      )[0]
      if (user === undefined) return
      count('charge-payment')
      await sequencer.submit({ type: 'charge-payment', txid, user, ...BY }, () => undefined)
    },
    /** Accepted by a command after `seq`, which a restore has lost. */
    lose(seq: number): void {
      for (const request of requests)
        if (request.answers.some((answer) => Number(answer) > seq)) {
          request.answers.length = 0
          request.isLost = true
        }
    },
    get lost(): readonly Request[] {
      return requests.filter(({ isLost, answers }) => isLost === true && answers.length === 0)
    },
    /** Notes the answer. An answer that does not come leaves the outcome unknown. */
    async submit({ sequencer }: Process, command: Command): Promise<void> {
      const answer = await sequencer.submit(command, answerOf).catch((error: unknown) => {
        if (!(error instanceof Unavailable)) throw error
        return undefined
      })
      const request = requests.find((each) => each.command === command)
      if (request === undefined || answer === undefined) return
      if (answer.type === 'withdrawal') request.answers.push(String(answer.withdrawal.id))
      // After a restore, the user tries again until the network is not paused any more.
      else if (answer.type === 'refused' && answer.refusal.code !== 'WITHDRAW_DISABLED')
        request.answers.push(answer.refusal.code)
    },
  }
}
