/** Whether books and chain agree, and what is done after a restore from a backup. */

import { z } from 'zod'
import { shownAddress } from '../../chains/kinds/address.ts'
import { formatDecimal } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { coins, type NetworkInfo, networksOf, nextNonce } from '../../engine/exchange.ts'
import type { BookedPayment } from '../custody/base/lost-booking.ts'
import { type ActionDeps, changing, reading } from './action.ts'
import type { Report, Table } from './protocol.ts'

export const reconcileActions = {
  reconcile: reading(z.strictObject({}), async (deps) => {
    const networks = await deps.sequencer.read(networksOf)
    const reports = await Promise.all(networks.map((network) => comparisonOf(deps, network)))
    return reports.length === 0 ? ['No network is listed.'] : reports.flat()
  }),

  'reconcile-network': changing(z.strictObject({ code: z.string().trim().max(40) }), async (deps, { code }, by) => {
    const listed = await deps.sequencer.read((state) => networksOf(state).find(({ network }) => network.code === code))
    if (listed === undefined) return refuse('NETWORK_NOT_FOUND')
    const reconciler = deps.reconcilers.get(listed.network.id)
    if (reconciler === undefined) return { problem: 'the server is not connected to this network' }
    const booking = await reconciler.bookLost(by)
    if (booking.type === 'problem') return booking
    const { payments, skipped } = booking
    const lines = skipped.map(
      ({ address, used }) => `The next nonce of the signer for ${shownAddress(address)} is ${used}.`,
    )
    const found =
      payments.length === 0 ? 'The chain has no payment that the books did not have.' : 'Found on the chain:'
    const tables = payments.length === 0 ? [] : [await lossTable(deps, listed, payments)]
    return [found, ...tables, ...lines, `${listed.network.name} is not paused any more.`]
  }),
}

async function lossTable(
  { sequencer }: ActionDeps,
  { assets }: NetworkInfo,
  payments: readonly BookedPayment[],
): Promise<Table> {
  const symbols = await sequencer.read((state) => new Map(coins(state).map(({ id, symbol }) => [id, symbol])))
  const rows = payments.map(({ txid, wallet, nonce, result, transfer, user }) => {
    const decimals = (transfer && assets.get(transfer.currency)?.decimals) ?? 0
    const amount = transfer && `${formatDecimal(transfer.raw, decimals)} ${symbols.get(transfer.currency) ?? '?'}`
    return [txid, `${wallet}/${nonce}`, result, amount ?? 'none', transfer?.to ?? '', user ?? 'the exchange']
  })
  return [['transaction', 'wallet/nonce', 'result', 'amount', 'receiver', 'paid by'], ...rows]
}

/** Books and chain, and the next nonces of engine and signer. */
async function comparisonOf(
  { sequencer, reconcilers, signer }: ActionDeps,
  { network, assets, generation }: NetworkInfo,
): Promise<Report> {
  const comparisons = await reconcilers.get(network.id)?.compare()
  const nonce = await sequencer.read((state) => nextNonce(state, network.id, 0))
  const counters = await signer.counters().catch(() => undefined)
  const signed = counters?.nonces.find(
    (each) => each.chainId === network.chainId && each.generation === generation && each.wallet === 0,
  )
  const nonces =
    counters === undefined
      ? 'The signer cannot be reached.'
      : `Next nonce of the hot wallet: ${nonce} for the engine, ${signed?.next ?? 0} for the signer.`
  if (comparisons === undefined) return [`${network.name}: the chain cannot be compared now.`, nonces]
  const symbols = await sequencer.read((state) => new Map(coins(state).map(({ id, symbol }) => [id, symbol])))
  const rows: Table = comparisons.map(({ currency, height, books, found }) => {
    const decimals = assets.get(currency)?.decimals ?? 0
    const [inBooks, onChain, difference] = [books, found, found - books].map((raw) => formatDecimal(raw, decimals))
    return [symbols.get(currency) ?? '?', inBooks ?? '', onChain ?? '', difference ?? '', String(height)]
  })
  return [network.name, [['coin', 'books', 'chain', 'difference', 'final block'], ...rows], nonces]
}
