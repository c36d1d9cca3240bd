/** Requests of users with the answers they got, and decisions of the operator, on any network. */

import { type Command, openWithdrawals } from '../../../src/engine/exchange.ts'
import type { Sequencer } from '../../../src/server/sequencer/sequencer.ts'
import { Unavailable } from '../../../src/server/sequencer/unavailable.ts'
import type { Random } from '../simulated-traders.ts'
import { answerOf } from './simulated-server.ts'

export const BY = { operator: 'operator', reason: 'a test' } as const

type Process = { readonly sequencer: Pick<Sequencer, 'read' | 'submit'> }
export type Request = { readonly command: Command; readonly answers: string[] }

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
      const reject = review === 'would_fail' || dice() < 0.2
      const command: Command =
        mode === 'cancel'
          ? { type: 'cancel-withdrawal', user, withdrawal }
          : reject
            ? { type: 'reject-withdrawal', withdrawal, ...BY }
            : { type: 'approve-withdrawal', withdrawal, signature: null, ...BY }
      count(command.type)
      await sequencer.submit(command, () => undefined)
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
      else if (answer.type === 'refused') request.answers.push(answer.refusal.code)
    },
  }
}
