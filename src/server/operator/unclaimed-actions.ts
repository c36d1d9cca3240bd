/** Deposits that belong to no user yet. */

import { z } from 'zod'
import { shownAddress } from '../../chains/kinds/address.ts'
import { formatUnits } from '../../contract/money.ts'
import { isRefused, refuse } from '../../contract/refusals.ts'
import { coins, unclaimedDeposits } from '../../engine/exchange.ts'
import { type ActionDeps, changing, reading, submitted } from './action.ts'
import type { Report } from './protocol.ts'
import { findConfirmedUser, userName } from './standing-actions.ts'

export const txid = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(0x)?[0-9a-f]{64}$/, 'must be the hash of a transaction')
export const part = z
  .string()
  .regex(/^\d{1,6}$/, 'must be the number of the transfer in the list of unclaimed deposits')
  .transform(Number)

export const unclaimedActions = {
  'list-unclaimed': reading(z.strictObject({}), listOf),

  'assign-unclaimed': changing(z.strictObject({ txid, part, user: userName }), async (deps, input, by) => {
    const to = await findConfirmedUser(deps, input.user)
    if (typeof to !== 'string') return to
    const deposit = await deps.sequencer.read((state) =>
      unclaimedDeposits(state).find((each) => each.txid === input.txid && each.part === input.part),
    )
    if (deposit === undefined) return refuse('DEPOSIT_NOT_FOUND')
    const { stream } = deposit
    const command = { type: 'assign-unclaimed', stream, txid: input.txid, part: input.part, to, ...by } as const
    const result = await submitted(deps, command, () => undefined)
    return isRefused(result) ? result : [`The deposit is credited to ${to}.`]
  }),
}

async function listOf({ sequencer }: ActionDeps): Promise<Report> {
  const unclaimed = await sequencer.read(unclaimedDeposits)
  if (unclaimed.length === 0) return ['No deposit is unclaimed.']
  const symbols = await sequencer.read((state) => new Map(coins(state).map(({ id, symbol }) => [id, symbol])))
  const rows = unclaimed.map((deposit) => {
    const { txid: id, part: ordinal, currency, amount, address, sender, at } = deposit
    return [
      id,
      String(ordinal),
      `${formatUnits(amount)} ${symbols.get(currency) ?? '?'}`,
      shownAddress(address),
      sender === undefined ? 'unknown' : shownAddress(sender),
      new Date(at).toISOString(),
    ]
  })
  return [[['transaction', 'part', 'amount', 'address', 'sender', 'credited'], ...rows]]
}
