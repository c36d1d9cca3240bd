import { noteChange, post } from '../core.ts'
import { handlerOf, type Module } from '../module-type.ts'
import { apply } from './apply.ts'
import * as claimDaily from './claim-daily.ts'
import type { RewardCommand } from './commands.ts'
import type { RewardEvent } from './events.ts'
import { endMining, startMining } from './mining.ts'
import { fundRewards, retireTask, setParameters, setTask } from './program.ts'
import { lines, loadMembers, loadProgram, loadTasks, loadUsers, type RewardPiece, save } from './save.ts'
import { applySignal, setStanding } from './set-standing.ts'
import { attest, claimTask, failTask, startTask } from './user-tasks.ts'

export const rewards: Module<RewardCommand, RewardEvent, RewardPiece> = {
  handlers: {
    'set-reward-parameters': handlerOf(setParameters),
    'fund-rewards': handlerOf(fundRewards),
    'set-task': handlerOf(setTask),
    'retire-task': handlerOf(retireTask),
    'start-mining': handlerOf(startMining),
    'end-mining': handlerOf(endMining),
    'claim-daily': handlerOf(claimDaily),
    'start-task': handlerOf(startTask),
    attest: handlerOf(attest),
    'fail-task': handlerOf(failTask),
    'claim-task': handlerOf(claimTask),
    'set-reward-standing': handlerOf(setStanding),
    'apply-signal': handlerOf(applySignal),
  },
  appliers: {
    'reward-parameters-set': (state, event) => apply.parameters(state.rewards, event),
    'rewards-funded'(state, event) {
      post(state, event.postings)
      state.rewards.wasFunded = true
    },
    'task-set': (state, event) => apply.task(state.rewards, event),
    'task-retired': (state, event) => apply.retired(state.rewards, event),
    'mining-started': (state, event) => apply.miningStarted(state.rewards, event),
    'task-started': (state, event) => apply.taskStarted(state.rewards, event),
    'task-attested': (state, event) => apply.taskAttested(state.rewards, event),
    'task-failed': (state, event) => apply.taskFailed(state.rewards, event),
    'reward-paid'(state, event) {
      post(state, event.postings)
      apply.paid(state.rewards, event)
      noteChange(state, event.user)
    },
    'reward-standing-set': (state, event) => apply.standing(state.rewards, event, state.referrals.dayStartedAt),
    'signal-applied': (state, event) => apply.signal(state.rewards, event),
  },
  loaders: {
    'reward-program': (state, piece) => loadProgram(state.rewards, piece),
    'reward-tasks': (state, piece) => loadTasks(state.rewards, piece),
    'reward-users': (state, piece) => loadUsers(state.rewards, piece),
    'channel-members': (state, piece) => loadMembers(state.rewards, piece),
  },
  save: (state) => save(state.rewards),
  lines: (state) => lines(state.rewards),
  holds: () => [],
}
