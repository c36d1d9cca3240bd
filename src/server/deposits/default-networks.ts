/** Lists the network of play mode with its coins at the start. What an operator changes stays. */

import type { CurrencyId, NetworkId } from '../../contract/ids.ts'
import { parseUnits, type Units } from '../../contract/money.ts'
import { refusalText } from '../../contract/refusals.ts'
import { type Network, type NetworkAsset, PLAY_CHAIN_ID } from '../../contract/wallet/networks.ts'
import { expectDefined } from '../../engine/assert.ts'
import { type Command, currencies, networkOf, type State } from '../../engine/exchange.ts'
import type { Log } from '../runtime/log.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'

/** Ids are permanent. */
export const ETHEREUM = 1 as NetworkId

const BY = { operator: 'server', reason: 'default of a new exchange' } as const

/** `token`: the address of USDT on the play chain. Throws if the engine refuses a default. */
export async function openDefaultNetworks(
  { sequencer, log }: { readonly sequencer: Pick<Sequencer, 'read' | 'submit'>; readonly log: Log },
  token: string,
): Promise<void> {
  for (;;) {
    const command = await sequencer.read((state) => nextCommand(state, token))
    if (command === undefined) return
    const refusal = await sequencer.submit(command, (_state, { answer }) =>
      answer.type === 'refused' ? answer.refusal : undefined,
    )
    if (refusal !== undefined) throw new Error(`a default network is refused: ${refusalText(refusal)}`)
    log.info({ event: 'networks.default_listed', command: command.type }, 'listed a default network')
  }
}

function nextCommand(state: State, token: string): Command | undefined {
  const idOf = (symbol: string): CurrencyId =>
    expectDefined(
      [...currencies(state)].find((currency) => currency.symbol === symbol),
      `${symbol} is listed`,
    ).id
  const [eth, usdt] = [idOf('ETH'), idOf('USDT')]
  const listed = networkOf(state, ETHEREUM)
  if (listed === undefined) return { type: 'list-network', network: ethereum(eth) }
  const missing = assets(eth, usdt, token).find(({ currency }) => !listed.assets.has(currency))
  return missing === undefined ? undefined : { type: 'set-network-asset', network: ETHEREUM, asset: missing, ...BY }
}

const ethereum = (gasCurrency: CurrencyId): Network => ({
  id: ETHEREUM,
  code: 'ethereum',
  name: 'Ethereum',
  kind: 'evm',
  chainId: PLAY_CHAIN_ID,
  gasCurrency,
})

const units = (text: string): Units => expectDefined(parseUnits(text), 'the amounts of the defaults are numbers')

const assets = (eth: CurrencyId, usdt: CurrencyId, token: string): readonly NetworkAsset[] => [
  {
    currency: eth,
    contract: null,
    decimals: 18,
    minDeposit: units('0.001'),
    withdrawFee: units('0.0005'),
    minWithdraw: units('0.002'),
    maxWithdraw: units('500'),
    deposits: 'open',
    withdrawals: 'open',
    notice: '',
  },
  {
    currency: usdt,
    contract: token,
    decimals: 6,
    minDeposit: units('1'),
    withdrawFee: units('1'),
    minWithdraw: units('5'),
    maxWithdraw: units('50000'),
    deposits: 'open',
    withdrawals: 'open',
    notice: '',
  },
]
