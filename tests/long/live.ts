/**
 * The life of a live exchange through the doors of its operator and of its users: from an empty machine to a restore, with
 * real processes, chains and messages. Two times are moved in the database, as only the operator of the machine can: 2FA
 * becomes a day old, and the restore two hours.
 */

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type LiveExchange, startLiveExchange } from '../fixtures/live-exchange.ts'
import { eventually } from '../fixtures/live-machine.ts'
import { openListings } from './live-listings.ts'
import { tradeAndPay } from './live-payments.ts'
import { backUpAndRestore } from './live-restore.ts'
import { type Suite, tally } from './suite.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Books, chain, signer and journal. Throws with what differs. */
async function expectEqualBooks({ show, script, health }: LiveExchange): Promise<void> {
  await eventually('books and chain are equal for every coin', async () => {
    const rows = (await show('reconcile')).split('\n').filter((line) => /^(ETH|TON|USDT)\s/.test(line))
    return rows.length === 4 && rows.every((row) => row.split(/\s+/)[3] === '0')
  })
  await script('server', 'audit')
  await script('server', 'replay', '--', '--verify')
  await eventually('/health?strict is 200', async () => (await health('?strict')).code === 200)
}

export const live: Suite = {
  about:
    'a live exchange from an empty machine to a restore: signer, server, both chains, email and bot; as root with two users',
  async run(_options, report) {
    const { add, rows } = tally()
    const violations: string[] = []
    // As the owner of this folder, which the users of signer and server cannot change.
    execFileSync(process.execPath, [join(ROOT, 'src/tools/prepare.mjs')], { stdio: 'inherit' })
    const exchange = await startLiveExchange()
    try {
      add(
        exchange.machine.hasUsers ? 'system users' : 'system users (only one: not root)',
        exchange.machine.hasUsers ? 2 : 1,
      )
      const opened = await openListings(exchange)
      add('coins listed', Object.keys(opened.coins).length)
      add('markets listed', Object.keys(opened.pairs).length)
      add('networks listed', 2)
      const traded = await tradeAndPay(exchange, opened)
      await backUpAndRestore(exchange, traded)
      await expectEqualBooks(exchange)
      add('deposits credited', traded.deposits())
      add('withdrawals paid once', traded.payouts.length)
      add('emails received', exchange.smtp.received.length)
      add('calls of the Bot API', exchange.telegram.calls.length)
      add('restores from a backup', 1)
    } catch (error) {
      const violation = error instanceof Error ? (error.stack ?? error.message) : String(error)
      violations.push(violation)
      report(violation)
    } finally {
      const { operator, kills } = exchange.counts()
      add('commands of the operator', operator)
      add('kills of server, PostgreSQL and signer', kills)
      await exchange.close()
    }
    return { rows: rows(), violations }
  },
}
