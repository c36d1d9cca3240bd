/** Lists the networks of play mode with their coins at the start. What an operator changes stays. */

import type { CurrencyId, NetworkId } from '../../contract/ids.ts'
import { parseUnits, type Units } from '../../contract/money.ts'
import { refusalText } from '../../contract/refusals.ts'
import { type AssetTerms, type Network, PLAY_CHAIN_ID, PLAY_TON_CHAIN_ID } from '../../contract/wallet/networks.ts'
import { expectDefined } from '../../engine/assert.ts'
import { type Command, currencies, networkOf, type State } from '../../engine/exchange.ts'
import type { Log } from '../runtime/log.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'

/** Ids are permanent. */
export const ETHEREUM = 1 as NetworkId
export const TON = 2 as NetworkId

const BY = { operator: 'server', reason: 'default of a new exchange' } as const

/** The contracts of USDT on the play chains. */
type PlayTokens = { readonly ethereum: string; readonly ton: string }

/** Throws if the engine refuses a default. */
export async function openDefaultNetworks(
  { sequencer, log }: { readonly sequencer: Pick<Sequencer, 'read' | 'submit'>; readonly log: Log },
  tokens: PlayTokens,
): Promise<void> {
  for (let commands = 0; ; commands++) {
    const command = await sequencer.read((state) => nextCommand(state, tokens))
    if (command === undefined) {
      if (commands > 0) log.info({ event: 'networks.defaults_listed', commands }, 'listed the default networks')
      return
    }
    const refusal = await sequencer.submit(command, (_state, { answer }) =>
      answer.type === 'refused' ? answer.refusal : undefined,
    )
    if (refusal !== undefined) throw new Error(`a default network is refused: ${refusalText(refusal)}`)
  }
}

function nextCommand(state: State, tokens: PlayTokens): Command | undefined {
  for (const { network, assets } of defaults(state, tokens)) {
    const listed = networkOf(state, network.id)
    if (listed === undefined) return { type: 'list-network', network, ...BY }
    const missing = assets.find(({ currency }) => !listed.assets.has(currency))
    if (missing !== undefined) return { type: 'set-network-asset', network: network.id, asset: missing, ...BY }
  }
  return undefined
}

type Default = { readonly network: Network; readonly assets: readonly AssetTerms[] }

function defaults(state: State, tokens: PlayTokens): readonly Default[] {
  const idOf = (symbol: string): CurrencyId =>
    expectDefined(
      [...currencies(state)].find((currency) => currency.symbol === symbol),
      `${symbol} is listed`,
    ).id
  const [eth, ton, usdt] = [idOf('ETH'), idOf('TON'), idOf('USDT')]
  return [
    {
      network: {
        id: ETHEREUM,
        code: 'ethereum',
        name: 'Ethereum',
        kind: 'evm',
        chainId: PLAY_CHAIN_ID,
        gasCurrency: eth,
      },
      assets: [
        asset(eth, null, 18, ['0.001', '0.0005', '0.002', '500']),
        asset(usdt, tokens.ethereum, 6, ['1', '1', '5', '50000']),
      ],
    },
    {
      network: { id: TON, code: 'ton', name: 'TON', kind: 'ton', chainId: PLAY_TON_CHAIN_ID, gasCurrency: ton },
      assets: [
        asset(ton, null, 9, ['0.1', '0.05', '0.2', '50000']),
        asset(usdt, tokens.ton, 6, ['1', '0.5', '2', '50000']),
      ],
    },
  ]
}

const units = (text: string): Units => expectDefined(parseUnits(text), 'the amounts of the defaults are numbers')

/** Minimum deposit, withdrawal fee, minimum and maximum withdrawal. */
type Amounts = readonly [minDeposit: string, withdrawFee: string, minWithdraw: string, maxWithdraw: string]

const asset = (
  currency: CurrencyId,
  contract: string | null,
  decimals: number,
  [minDeposit, withdrawFee, minWithdraw, maxWithdraw]: Amounts,
): AssetTerms => ({
  currency,
  contract,
  decimals,
  minDeposit: units(minDeposit),
  withdrawFee: units(withdrawFee),
  minWithdraw: units(minWithdraw),
  maxWithdraw: units(maxWithdraw),
  deposits: 'open',
  withdrawals: 'open',
  notice: '',
})
