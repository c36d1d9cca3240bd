/** Networks as JSON. */

import { ADDRESS_PATTERNS, shownAddress } from '../../chains/kinds/address.ts'
import { assertNever } from '../../contract/assert-never.ts'
import { coinIconPath } from '../../contract/markets/coin-icon.ts'
import { shownCoinName } from '../../contract/markets/coin-names.ts'
import { formatUnits } from '../../contract/money.ts'
import { NETWORK_KINDS } from '../../contract/wallet/network-kinds.ts'
import {
  confirmationsOf,
  explorerAddressUrl,
  explorerTxUrl,
  PLAY_CHAIN_ID,
  PLAY_TON_CHAIN_ID,
  withdrawStep,
} from '../../contract/wallet/networks.ts'
import type { NetworkView, WalletCurrencyView } from '../../contract/wallet/views.ts'
import type { CoinFacts, NetworkFacts } from '../deposits/list-networks.ts'

/** How long it usually takes. */
const SHORT_MINUTES = 1
const ETHEREUM_MINUTES = 15

export const walletCurrencyView = ({ currency, canDeposit, canWithdraw, isHidden }: CoinFacts): WalletCurrencyView => ({
  id: currency.id,
  symbol: currency.symbol,
  name: shownCoinName(currency),
  icon_url: coinIconPath(currency.symbol),
  deposit_enabled: canDeposit,
  withdraw_enabled: canWithdraw,
  is_hidden: isHidden,
})

export const networkViews = (facts: readonly NetworkFacts[], hasTonConnect: boolean): readonly NetworkView[] =>
  facts.map((each, index) => networkView(each, index === 0, hasTonConnect))

function networkView(facts: NetworkFacts, isDefault: boolean, hasTonConnect: boolean): NetworkView {
  const { listed, asset, gasCurrency, currency } = facts
  const { network } = listed
  const { usesMemos } = NETWORK_KINDS[network.kind]
  const isPlay = network.chainId === PLAY_CHAIN_ID || network.chainId === PLAY_TON_CHAIN_ID
  const minutes = isPlay || network.kind === 'ton' ? SHORT_MINUTES : ETHEREUM_MINUTES
  const confirmations = confirmationsOf(network)
  const memo = facts.deposit?.memo ?? null
  const address = facts.deposit === undefined ? null : shownAddress(facts.deposit.address)
  return {
    id: network.id,
    name: network.name,
    code: network.code,
    icon_url: coinIconPath(gasCurrency.symbol),
    is_default: isDefault,
    chain_id: network.chainId,
    state: facts.state,
    deposit_enabled: facts.canDeposit,
    deposit_notice: asset.notice,
    address,
    memo,
    memo_label: usesMemos ? 'Memo' : null,
    memo_required: memo !== null,
    pay_uri: address === null ? null : payUri(facts, address, memo),
    tonconnect: network.kind !== 'ton' || address === null ? null : hasTonConnect ? 'all' : 'injected',
    min_deposit: formatUnits(asset.minDeposit),
    confirmations,
    unlock_confirmations: confirmations,
    deposit_minutes: minutes,
    withdraw_enabled: facts.canWithdraw,
    withdraw_notice: asset.notice,
    withdraw_fee: formatUnits(asset.withdrawFee),
    fee_currency: currency.symbol,
    min_withdraw: formatUnits(asset.minWithdraw),
    max_withdraw: formatUnits(asset.maxWithdraw),
    withdraw_step: formatUnits(withdrawStep(asset)),
    withdraw_minutes: minutes,
    address_regex: ADDRESS_PATTERNS[network.kind],
    memo_regex: usesMemos ? MEMO_PATTERN : null,
    contract_address: asset.contract === null ? null : shownAddress(asset.contract),
    explorer_tx_url: explorerTxUrl(network, '{txid}'),
    explorer_address_url: explorerAddressUrl(network, '{address}'),
  }
}

/** Of a withdrawal to TON: plain text on one line. */
const MEMO_PATTERN = '^[^\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\u202a-\\u202e\\u2066-\\u2069]{0,120}$'

/** EIP-681 or a link of TON wallets, without an amount. */
function payUri({ listed: { network }, asset }: NetworkFacts, address: string, memo: string | null): string {
  const contract = asset.contract === null ? null : shownAddress(asset.contract)
  switch (network.kind) {
    case 'ton':
      return `ton://transfer/${address}?text=${memo ?? ''}${contract === null ? '' : `&jetton=${contract}`}`
    case 'evm':
      return contract === null
        ? `ethereum:${address}@${network.chainId}`
        : `ethereum:${contract}@${network.chainId}/transfer?address=${address}`
    default:
      return assertNever(network.kind)
  }
}
