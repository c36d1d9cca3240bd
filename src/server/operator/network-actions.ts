/** Networks: their coins and limits, and pauses. */

import { z } from 'zod'
import type { CurrencyId, NetworkId } from '../../contract/ids.ts'
import { formatUnits, parseUnits, type Units } from '../../contract/money.ts'
import { isRefused, type Refusal, refusalText, refuse } from '../../contract/refusals.ts'
import type { Network, NetworkAsset } from '../../contract/wallet/networks.ts'
import { coins, currencyOf, networksOf, type State } from '../../engine/exchange.ts'
import { type ActionDeps, changing, reading, submitted } from './action.ts'
import type { Report } from './protocol.ts'

const code = z.string().trim().max(40)
const nothing = z.strictObject({})

const amount = z
  .string()
  .transform((text) => parseUnits(text))
  .refine((units) => units !== undefined, 'must be a plain decimal number')
  .transform((units) => units as Units)

/** The engine checks what the values mean together. */
const definition = z.strictObject({
  id: z.int().positive(),
  code,
  name: z.string().trim().min(1).max(40),
  chainId: z.int().positive(),
  gasCoin: z.string().max(20),
  assets: z
    .array(
      z.strictObject({
        coin: z.string().max(20),
        contract: z.string().toLowerCase().max(60).nullable(),
        decimals: z.int(),
        minDeposit: amount,
        withdrawFee: amount,
        minWithdraw: amount,
        maxWithdraw: amount,
        deposits: z.enum(['open', 'paused']),
        withdrawals: z.enum(['open', 'review', 'paused']),
        notice: z.string().max(500).default(''),
      }),
    )
    .min(1),
})

const RESTART =
  'Restart the server to use a new network. Restart the signer after adding a new coin to its policy.json.'

export const networkActions = {
  'list-networks': reading(nothing, async ({ sequencer }) => sequencer.read(listOf)),

  'set-network': changing(z.strictObject({ file: definition }), async (deps, { file }, by) => {
    const { gasCoin, assets, ...rest } = file
    const gasCurrency = await currencyNamed(deps, gasCoin)
    if (gasCurrency === undefined) return { problem: `${gasCoin} is not a coin of this exchange` }
    const network: Network = { ...rest, id: rest.id as NetworkId, kind: 'evm', gasCurrency }
    const listed = await submitted(deps, { type: 'list-network', network, ...by }, () => undefined)
    if (isRefused(listed)) return listed
    for (const { coin, ...terms } of assets) {
      const currency = await currencyNamed(deps, coin)
      if (currency === undefined) return { problem: `${coin} is not a coin of this exchange` }
      const asset: NetworkAsset = { currency, ...terms }
      const set = await submitted(
        deps,
        { type: 'set-network-asset', network: network.id, asset, ...by },
        () => undefined,
      )
      if (isRefused(set)) return { problem: `${coin}: ${refusalText(set)}` }
    }
    return [...(await deps.sequencer.read(listOf)), RESTART]
  }),

  'pause-network': changing(z.strictObject({ code }), (deps, input, by) => setPaused(deps, input.code, true, by)),
  'resume-network': changing(z.strictObject({ code }), (deps, input, by) => setPaused(deps, input.code, false, by)),
}

const currencyNamed = ({ sequencer }: ActionDeps, symbol: string): Promise<CurrencyId | undefined> =>
  sequencer.read((state) => [...coins(state)].find((coin) => coin.symbol === symbol)?.id)

async function setPaused(
  deps: ActionDeps,
  wanted: string,
  paused: boolean,
  by: { readonly operator: string; readonly reason: string },
): Promise<Report | Refusal> {
  const found = await deps.sequencer.read((state) => networksOf(state).find(({ network }) => network.code === wanted))
  if (found === undefined) return refuse('NETWORK_NOT_FOUND')
  const command = { type: 'set-network-paused', network: found.network.id, paused, ...by } as const
  const result = await submitted(deps, command, listOf)
  return isRefused(result) ? result : result
}

function listOf(state: State): Report {
  const networks = networksOf(state)
  if (networks.length === 0) return ['No network is listed.']
  return networks.flatMap(({ network, assets, paused, generation }) => {
    const title = `${network.name}: code ${network.code}, chain ${network.chainId}, generation ${generation}`
    const rows = Array.from(assets.values(), (asset) => [
      currencyOf(state, asset.currency)?.symbol ?? '?',
      asset.deposits,
      asset.withdrawals,
      formatUnits(asset.minDeposit),
      formatUnits(asset.withdrawFee),
      formatUnits(asset.minWithdraw),
      formatUnits(asset.maxWithdraw),
      asset.contract ?? 'none',
    ])
    const heading = ['coin', 'deposits', 'withdrawals', 'min deposit', 'fee', 'min withdrawal', 'max', 'contract']
    return [title, ...(paused === null ? [] : [`Paused: ${paused}`]), [heading, ...rows]]
  })
}
