/** Signer and server of a live exchange are backed up, go on, are killed, and are restored on an empty place. */

import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { LiveExchange } from '../fixtures/live-exchange.ts'
import { eventually } from '../fixtures/live-machine.ts'
import { expectStatus, paid } from '../fixtures/live-payments.ts'
import type { Traded } from './live-payments.ts'

const TWO_HOURS = 2 * 60 * 60 * 1_000

/** Throws with what is wrong. */
export async function backUpAndRestore(exchange: LiveExchange, traded: Traded): Promise<void> {
  const { machine, script, operator } = exchange
  const { ann, bob, withdraw, approve } = traded
  // In review when the backup is made: the first is paid afterwards, the second only by the restored exchange.
  const [first, second] = [await withdraw(bob, 'ton', '450', 'USDT'), await withdraw(bob, 'ton', '410', 'USDT')]
  const keys = machine.path('backups-signer', 'night')
  const file = machine.path('backups', 'night')
  await script('signer', 'signer', '--', 'backup', keys)
  await expectRefused(script('server', 'backup', '--', file), /keys of a live exchange are not in its backup/)
  const report = await script('server', 'backup', '--', file, '--signer', `${keys}.manifest`)
  if (!/keys: in the backup of the signer/.test(report)) throw new Error(`the backup has no keys: ${report}`)

  await approve(first.uuid)
  await paid(first)
  await traded.depositAgain()
  const before = await balances()
  // The restored exchange does not know these two: as nothing names their user, it bears them.
  const unknown = [await withdraw(ann, 'ethereum', '30', 'USDT'), await withdraw(ann, 'ton', '5', 'TON')]
  for (const each of unknown) await paid(each)
  await exchange.killAll()

  exchange.moveTo('data-restored', 'keys-restored')
  await script('signer', 'signer', '--', 'restore', keys)
  await exchange.startSigner()
  const restored = await script('server', 'restore', '--', file)
  if (!restored.includes('restored the backup')) throw new Error(restored)
  await exchange.startServer()
  allowSkips()
  await recover('ethereum')
  await expectRefused(operator('reconcile', 'ton'), /signed before the restore can be executed until/)
  await exchange.stopServer()
  await exchange.stopSigner()
  exchange.pass(TWO_HOURS)
  await exchange.startSigner()
  await exchange.startServer()
  allowSkips()
  await recover('ton')

  await eventually(
    'the first withdrawal in review is known as paid',
    async () => (await bob.withdrawal(first.uuid)).status === 'completed',
  )
  await eventually(
    'the balances of both users are those before what is not known',
    async () => (await balances()) === before,
  )
  await expectStatus(second, 'review')
  await approve(second.uuid)
  await paid(second)
  // What the books did not know is paid once, as everything else.
  for (const { what, arrived, expected } of traded.payouts) {
    const found = await arrived()
    if (found !== expected) throw new Error(`${what}: ${found} has arrived, not ${expected}`)
  }

  /** For an hour from now. */
  function allowSkips(): void {
    const now = new Date(exchange.now())
    utimesSync(machine.newFile('signer', join('keys-restored', 'recovery'), ''), now, now)
  }

  async function balances(): Promise<string> {
    const each = [ann, bob].flatMap((user) => ['USDT', 'ETH', 'TON'].map((symbol) => user.balance(symbol)))
    return (await Promise.all(each)).join(' ')
  }

  /** Again until the watcher and the chain are as far. */
  async function recover(code: string): Promise<void> {
    let last = ''
    const attempt = () =>
      operator('reconcile', code).then(
        () => true,
        (error: unknown) => {
          last = String(error)
          return false
        },
      )
    await eventually(`reconcile ${code} succeeds`, attempt).catch(() => {
      throw new Error(last)
    })
  }
}

async function expectRefused(attempt: Promise<unknown>, reason: RegExp): Promise<void> {
  const problem = await attempt.then(
    () => 'it succeeded',
    (error: unknown) => String(error),
  )
  if (!reason.test(problem)) throw new Error(`${reason} was expected: ${problem}`)
}
