/** The play wallet as JSON. */

import { withChecksum } from '../../chains/evm/address.ts'
import { coinIconPath } from '../../contract/markets/coin-icon.ts'
import { formatDecimal } from '../../contract/money.ts'
import type { PlayWalletView } from '../../contract/play-wallet/views.ts'
import type { WalletFacts } from '../play-wallet/play-wallet.ts'
import { isoTime } from './time.ts'

export const playWalletView = (facts: WalletFacts, rpcPath: string): PlayWalletView => ({
  network_id: facts.network.id,
  network: facts.network.name,
  chain_id: facts.network.chainId,
  address: withChecksum(facts.address),
  rpc_path: rpcPath,
  balances: facts.coins.map(({ currency, asset, raw }) => ({
    currency_id: currency.id,
    symbol: currency.symbol,
    icon_url: coinIconPath(currency.symbol),
    amount: formatDecimal(raw, asset.decimals),
    contract_address: asset.contract === null ? null : withChecksum(asset.contract),
  })),
  transactions: facts.transactions.map(({ txid, direction, coin, raw, address, status, at }) => ({
    txid,
    direction,
    symbol: coin.currency.symbol,
    amount: formatDecimal(raw, coin.asset.decimals),
    address: withChecksum(address),
    status,
    at: isoTime(at),
  })),
})
