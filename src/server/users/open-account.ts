import { parseUnits } from '../../contract/money.ts'
import { accountOf, coins } from '../../engine/exchange.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { Unavailable } from '../sequencer/unavailable.ts'
import type { User } from './user-row.ts'

export type AccountDeps = {
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  /** The USDT balance of a new account; undefined in live mode. */
  readonly playMoney: string | undefined
}

/** Opens the account of a verified user in the engine unless it exists; true if it was opened now. */
export async function ensureAccount(deps: AccountDeps, user: User): Promise<boolean> {
  const exists = await deps.sequencer.read((state) => accountOf(state, user.id) !== undefined)
  if (!exists) await openAccount(deps, user)
  return !exists
}

async function openAccount({ sequencer, playMoney }: AccountDeps, user: User): Promise<void> {
  const amount = playMoney === undefined ? undefined : parseUnits(playMoney)
  const usdt = await sequencer.read((state) => coins(state).find(({ symbol }) => symbol === 'USDT'))
  const command = {
    type: 'open-account',
    user: user.id,
    kind: 'user',
    referralCode: user.referral_code,
    referrer: user.referrer,
    grants: amount === undefined || usdt === undefined ? [] : [{ currency: usdt.id, amount }],
  } as const
  const refusal = await sequencer.submit(command, (_state, { answer }) =>
    answer.type === 'refused' ? answer.refusal : undefined,
  )
  if (refusal?.code === 'EXCHANGE_FULL') throw new Unavailable('there is no room for another account')
  if (refusal !== undefined) throw new Error(`the account could not be opened: ${refusal.code}`)
}
