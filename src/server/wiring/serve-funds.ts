/** The routes of deposits, withdrawals and their history, of reports of liabilities, and of the play chains. */

import { ETHEREUM, TON } from '../deposits/default-networks.ts'
import { limitByAddress } from '../http/limit-by-address.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import { serveDeposits } from '../http/routes/deposits.ts'
import { serveLiabilities } from '../http/routes/liabilities.ts'
import { PLAY_RPC_PATH, servePlayRpc } from '../http/routes/play-rpc.ts'
import { PLAY_TON_RPC_PATH, servePlayTon } from '../http/routes/play-ton.ts'
import { type PlayNetwork, servePlayWallet } from '../http/routes/play-wallet.ts'
import { serveTonManifest, serveTonPayments } from '../http/routes/ton-connect.ts'
import { serveTransactions } from '../http/routes/transactions.ts'
import { serveWithdrawals } from '../http/routes/withdrawals.ts'
import type { RouteContext } from '../http/serve.ts'
import type { AppDeps } from './app-deps.ts'
import type { Funds } from './open-networks.ts'

export function serveFunds(context: RouteContext, deps: AppDeps, limits: RateLimits): void {
  const { config, orders, auth, reportKey } = deps
  const { networks, ton, play } = deps.funds
  const { sequencer, database } = orders
  const { clock } = deps.rewards
  const { mode } = config
  serveTransactions(context, orders, limits.reads)
  serveDeposits(context, { sequencer, networks, hasTonConnect: config.tonConnect }, limits.reads)
  serveTonPayments(context, { sequencer, networks: ton }, limits.reads)
  const withdrawals = {
    sequencer,
    database,
    clock,
    mode,
    users: auth.users,
    records: auth.records,
    canVerify: deps.verification.hasProvider,
    verifyCode: auth.security.verifyCode,
    networks,
    history: orders,
  }
  serveWithdrawals(context, withdrawals, limits)
  serveLiabilities(context, { ...orders, networks, clock, mode, reportKey }, limits)
  if (mode === 'play') servePlayWallet(context, playNetworks(play), limits)
  const limit = limitByAddress(limits.reads, context.isTrusted)
  serveTonManifest(context.app, config, limit)
  if (play === undefined) return
  servePlayRpc(context.app, play.rpc, limit)
  if (play.ton !== undefined) servePlayTon(context.app, play.ton.api, limit)
}

function playNetworks(play: Funds['play']): ReadonlyMap<number, PlayNetwork> {
  if (play === undefined) return new Map()
  const { wallets, ton } = play
  const networks = new Map<number, PlayNetwork>([[ETHEREUM, { wallets, rpcPath: PLAY_RPC_PATH }]])
  return ton === undefined ? networks : networks.set(TON, { wallets: ton.wallets, rpcPath: PLAY_TON_RPC_PATH })
}
