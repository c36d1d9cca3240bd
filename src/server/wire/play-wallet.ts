/** The play wallet as JSON. */

import { shownAddress } from '../../chains/kinds/address.ts'
import { coinIconPath } from '../../contract/markets/coin-icon.ts'
import { formatDecimal } from '../../contract/money.ts'
import type { PlayWalletView } from '../../contract/play-wallet/views.ts'
import type { WalletFacts } from '../play-wallet/wallet-facts.ts'
import { isoTime } from './time.ts'

export const playWalletView = (facts: WalletFacts, rpcPath: string): PlayWalletView => ({
  network_id: facts.network.id,
  network: facts.network.name,
  chain_id: facts.network.chainId,
  address: shownAddress(facts.address),
  rpc_path: rpcPath,
  balances: facts.coins.map(({ currency, asset, raw }) => ({
    currency_id: currency.id,
    symbol: currency.symbol,
    icon_url: coinIconPath(currency.symbol),
    amount: formatDecimal(raw, asset.decimals),
    contract_address: asset.contract === null ? null : shownAddress(asset.contract),
  })),
  transactions: facts.transactions.map(({ txid, direction, coin, raw, address, memo, status, at }) => ({
    txid,
    direction,
    symbol: coin.currency.symbol,
    amount: formatDecimal(raw, coin.asset.decimals),
    address: shownAddress(address),
    memo,
    status,
    at: isoTime(at),
  })),
})
