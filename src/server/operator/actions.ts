/** All actions of operators. The command line for each is in `src/server/tools/operator-commands.ts`. */

import { accountActions } from './account-actions.ts'
import type { ActionDeps } from './action.ts'
import { appealActions } from './appeal-actions.ts'
import { currencyActions } from './currency-actions.ts'
import { freezeActions } from './freeze-actions.ts'
import { friendActions } from './friend-actions.ts'
import { levelActions } from './level-actions.ts'
import { marketActions } from './market-actions.ts'
import { networkActions } from './network-actions.ts'
import { paymentActions } from './payment-actions.ts'
import type { OperatorReply, OperatorRequest } from './protocol.ts'
import { reconcileActions } from './reconcile-actions.ts'
import { recordActions } from './record-actions.ts'
import { returnActions } from './return-actions.ts'
import { rewardActions } from './reward-actions.ts'
import { signerActions } from './signer-actions.ts'
import { standingActions } from './standing-actions.ts'
import { taskActions } from './task-actions.ts'
import { unclaimedActions } from './unclaimed-actions.ts'
import { withdrawalActions } from './withdrawal-actions.ts'

const actions = {
  ...rewardActions,
  ...taskActions,
  ...standingActions,
  ...appealActions,
  ...levelActions,
  ...freezeActions,
  ...accountActions,
  ...friendActions,
  ...withdrawalActions,
  ...networkActions,
  ...currencyActions,
  ...marketActions,
  ...reconcileActions,
  ...signerActions,
  ...unclaimedActions,
  ...returnActions,
  ...paymentActions,
  ...recordActions,
}

export type ActionName = keyof typeof actions
export type ExecuteAction = (request: OperatorRequest) => Promise<OperatorReply>

export const openActions =
  (deps: ActionDeps): ExecuteAction =>
  async ({ action, input, operator, reason }) =>
    Object.hasOwn(actions, action)
      ? actions[action as ActionName](deps, input, { operator, reason })
      : {
          ok: false,
          text: `the server does not know the action ${action}: is it older than the tool?`,
          outcome: 'refused',
        }
