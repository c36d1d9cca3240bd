/** Networks: their coins and limits, and pauses. */

import { z } from 'zod'
import { shownAddress } from '../../chains/kinds/address.ts'
import type { CurrencyId, NetworkId } from '../../contract/ids.ts'
import { formatUnits } from '../../contract/money.ts'
import { isRefused, type Refusal, refusalText, refuse } from '../../contract/refusals.ts'
import type { Network } from '../../contract/wallet/networks.ts'
import { coins, currencyOf, type NetworkInfo, networksOf, type State } from '../../engine/exchange.ts'
import type { ConnectedNetwork, OtherJettonWallet } from '../custody/base/networks.ts'
import { type ActionDeps, type ByOperator, changing, type Problem, reading, submitted } from './action.ts'
import { networkCode as code, networkDefinition } from './network-definition.ts'
import type { Report } from './protocol.ts'

const nothing = z.strictObject({})

const RESTART =
  'Restart the server to use a new network. Restart the signer after adding a new coin to its policy.json.'

export const networkActions = {
  'list-networks': reading(nothing, async (deps) => listOf(deps)),

  'set-network': changing(z.strictObject({ file: networkDefinition }), async (deps, { file }, by) => {
    const { gasCoin, assets, ...rest } = file
    const ids = await deps.sequencer.read((state) => new Map(coins(state).map(({ symbol, id }) => [symbol, id])))
    const unknown = [gasCoin, ...assets.map(({ coin }) => coin)].find((coin) => !ids.has(coin))
    if (unknown !== undefined) return { problem: `${unknown} is not a coin of this exchange: nothing was changed` }
    const idOf = (coin: string): CurrencyId => ids.get(coin) as CurrencyId
    const network: Network = { ...rest, id: rest.id as NetworkId, gasCurrency: idOf(gasCoin) }
    const listed = await submitted(deps, { type: 'list-network', network, ...by }, () => undefined)
    if (isRefused(listed)) return listed
    for (const [index, { coin, ...terms }] of assets.entries()) {
      const asset = { currency: idOf(coin), ...terms }
      const command = { type: 'set-network-asset', network: network.id, asset, ...by } as const
      const set = await submitted(deps, command, () => undefined)
      if (isRefused(set))
        return { problem: `${coin}: ${refusalText(set)}\n${index} of ${assets.length} coins were set before it.` }
    }
    return [...(await listOf(deps)), RESTART]
  }),

  'show-jetton-wallet': reading(z.strictObject({ code }), async (deps, input) => {
    const found = await otherWallet(deps, input.code)
    return 'lines' in found ? found.lines : found
  }),

  'accept-jetton-wallet': changing(z.strictObject({ code }), async (deps, input, by) => {
    const found = await otherWallet(deps, input.code)
    if (!('lines' in found)) return found
    const { connected, other } = found
    // Journaled with both addresses, before anything is changed.
    const reason = `${by.reason} (the wallet of the jetton ${other.master} is ${other.now} instead of ${other.before})`
    const command = { type: 'set-network-paused', network: connected.id, paused: true, ...by, reason } as const
    const refused = await submitted(deps, command, () => undefined)
    if (isRefused(refused)) return refused
    await other.accept()
    return [
      'The network is open again, and paused. Compare the books with the chain: npm run operator -- reconcile',
      `Then end the pause: npm run operator -- networks resume ${input.code} --reason TEXT`,
    ]
  }),

  'pause-network': changing(z.strictObject({ code }), (deps, input, by) => setPaused(deps, input.code, true, by)),
  'resume-network': changing(z.strictObject({ code }), (deps, input, by) => setPaused(deps, input.code, false, by)),
}

type ChangedWallet = {
  readonly connected: ConnectedNetwork
  readonly other: OtherJettonWallet
  readonly lines: Report
}

/** The jetton because of which the network is closed, and what an operator reads about it. */
async function otherWallet(
  { sequencer, networks }: ActionDeps,
  wanted: string,
): Promise<ChangedWallet | Refusal | Problem> {
  const found = await sequencer.read((state) => networksOf(state).find(({ network }) => network.code === wanted))
  if (found === undefined) return refuse('NETWORK_NOT_FOUND')
  const connected = networks.get(found.network.id)
  const other = connected?.otherJettonWallet
  if (connected === undefined || other === undefined)
    return { problem: 'no jetton of this network names another wallet of the exchange than before' }
  const before = other.before === null ? 'none, because another jetton has the new one' : shownAddress(other.before)
  const lines = [
    `Jetton: ${shownAddress(other.master)}`,
    `Wallet of the exchange until now: ${before}`,
    `Wallet that the jetton names now: ${shownAddress(other.now)}`,
    'Only the new wallet is read and pays from then on: what the old one has is lost to the exchange.',
    'The policy of the signer must name the new wallet, or any.',
  ]
  return { connected, other, lines }
}

async function setPaused(
  deps: ActionDeps,
  wanted: string,
  paused: boolean,
  by: ByOperator,
): Promise<Report | Refusal | Problem> {
  const found = await deps.sequencer.read((state) => networksOf(state).find(({ network }) => network.code === wanted))
  if (found === undefined) return refuse('NETWORK_NOT_FOUND')
  if (!paused && found.restoredAt !== null) return { problem: `the exchange was restored: run reconcile ${wanted}` }
  const command = { type: 'set-network-paused', network: found.network.id, paused, ...by } as const
  const refused = await submitted(deps, command, () => undefined)
  return isRefused(refused) ? refused : listOf(deps)
}

const listOf = (deps: ActionDeps): Promise<Report> =>
  deps.sequencer.read((state) => {
    const networks = networksOf(state)
    return networks.length === 0 ? ['No network is listed.'] : networks.flatMap((each) => reportOf(deps, state, each))
  })

function reportOf(deps: ActionDeps, state: State, listed: NetworkInfo): Report {
  const { network, assets, paused, generation } = listed
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
  return [
    `${network.name}: code ${network.code}, ${network.kind}, chain ${network.chainId}, generation ${generation}`,
    ...(paused === null ? [] : [`Paused: ${paused}`]),
    hotWalletLine(deps, state, network),
    ...endpointWarnings(deps, network),
    ...silentLines(deps, state, listed),
    ...jettonLines(deps, state, listed),
    [heading, ...rows],
  ]
}

function silentLines({ networks }: ActionDeps, state: State, { network: { id }, assets }: NetworkInfo): string[] {
  const connected = networks.get(id)
  if (connected === undefined || connected.state === 'starting' || connected.closed !== undefined) return []
  const silent = [...assets.values()].filter(({ contract }) => !connected.reads(contract))
  return silent.map(
    ({ currency }) =>
      `${currencyOf(state, currency)?.symbol} waits: its contract has not named the wallet of the exchange since the start.`,
  )
}

/** What the policy of the signer must say. */
function jettonLines({ networks }: ActionDeps, state: State, { network: { id }, assets }: NetworkInfo): string[] {
  return [...assets.values()].flatMap(({ currency, contract }) => {
    const wallet = contract === null ? undefined : networks.get(id)?.ownJettonWallet(contract)
    return wallet === undefined
      ? []
      : [`Jetton wallet of ${currencyOf(state, currency)?.symbol}, for policy.json: ${wallet}`]
  })
}

/** It pays withdrawals and fees, so it needs the coins that users withdraw and the coin that pays fees. */
function hotWalletLine({ networks }: ActionDeps, state: State, { id, kind, gasCurrency }: Network): string {
  const connected = networks.get(id)
  if (connected === undefined) return 'Not connected: restart the server to use this network.'
  const { hotWallet, closed } = connected
  if (closed !== undefined) return `Closed: ${closed}.${connected.otherJettonWallet === undefined ? '' : DOOR}`
  if (hotWallet === undefined)
    return 'Hot wallet: not known: the signer has not told its keys, or the addresses are being verified.'
  const gas = currencyOf(state, gasCurrency)?.symbol
  const opens = kind === 'ton' && !connected.isReady ? ` Deposits open when it has received its first ${gas}.` : ''
  return `Hot wallet: ${shownAddress(hotWallet)}. Send it ${gas} for fees, and the coins that users withdraw.${opens}`
}

const DOOR = ' An operator who trusts the new wallet accepts it with: networks jetton-wallet CODE'

const SETTINGS = { evm: 'EVM_RPC_URLS', ton: 'TON_API_URLS' } as const

function endpointWarnings({ endpoints }: ActionDeps, { kind }: Network): readonly string[] {
  if (endpoints === undefined || endpoints[kind] > 1) return []
  const name = SETTINGS[kind]
  return endpoints[kind] === 0
    ? [`Warning: no endpoint is configured, so the network is unavailable. Set ${name}.`]
    : [`Warning: ${name} has only one endpoint, and what it says is believed. Add one of another provider.`]
}
