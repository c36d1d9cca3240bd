/** One-tap payments on TON: the message to sign, and the manifest that wallets show. */

import type { FastifyInstance } from 'fastify'
import type { CurrencyId, NetworkId } from '../../../contract/ids.ts'
import { isRefused } from '../../../contract/refusals.ts'
import { TON_MANIFEST_PATH } from '../../../contract/wallet/ton-wallets.ts'
import { tonPayment } from '../../deposits/ton-payment.ts'
import type { Config } from '../../runtime/config.ts'
import { tonPaymentView } from '../../wire/ton-payment.ts'
import type { AddressLimit } from '../limit-by-address.ts'
import type { Limit } from '../rate-limits.ts'
import { type RouteContext, serveSignedIn } from '../serve.ts'

export function serveTonPayments(context: RouteContext, deps: Parameters<typeof tonPayment>[0], limit: Limit): void {
  serveSignedIn(context, 'tonPayment', limit, async ({ user }, { input }) => {
    const { network_id, currency_id, amount, sender } = input
    const request = { network: network_id as NetworkId, currency: currency_id as CurrencyId, amount, sender }
    const payment = await tonPayment(deps, user, request)
    return isRefused(payment) ? payment : tonPaymentView(payment)
  })
}

/** Wallets load it from their own pages; they show PNG icons only. 404 without the public address of the exchange. */
export function serveTonManifest(
  app: FastifyInstance,
  { publicUrl, appName }: Pick<Config, 'publicUrl' | 'appName'>,
  limit: AddressLimit,
): void {
  if (publicUrl === undefined) return
  const manifest = { url: publicUrl, name: appName, iconUrl: `${publicUrl}/icon.png` }
  app.get(TON_MANIFEST_PATH, { onRequest: limit }, (_request, reply) =>
    reply.headers({ 'access-control-allow-origin': '*' }).send(manifest),
  )
}
