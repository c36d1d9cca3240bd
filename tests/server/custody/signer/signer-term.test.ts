/** A process that leads has a later term with the signer than every process before, also one that goes on after it hung. */

import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CurrencyId, Millis, NetworkId } from '../../../../src/contract/ids.ts'
import { type Command, emptyState, execute, SMALL } from '../../../../src/engine/exchange.ts'
import { openSignerTerm, SignerNotAccepted } from '../../../../src/server/custody/signer/signer-term.ts'
import type { Sequencer } from '../../../../src/server/sequencer/sequencer.ts'
import { Unavailable } from '../../../../src/server/sequencer/unavailable.ts'
import { TERM_ENDED, TERM_UNKNOWN } from '../../../../src/signer/protocol.ts'
import { clientOf } from '../../../fixtures/signer-client.ts'
import { openTestSigner, POLICY, type TestSigner, withdrawal } from '../../../signer/signer-folder.ts'

const ETHEREUM = 1 as NetworkId
const network = {
  id: ETHEREUM,
  code: 'ethereum',
  name: 'Ethereum',
  kind: 'evm',
  chainId: 31_337,
  gasCurrency: 3 as CurrencyId,
} as const

let signer: TestSigner
beforeEach(() => {
  signer = openTestSigner()
})
afterEach(() => signer.remove())

/** Commands that are executed at once. `lost`: from then on another process writes the journal. */
function journalOf() {
  const state = emptyState('00000000-0000-4000-8000-000000000000', SMALL)
  let isLost = false
  const sequencer = {
    read: async (select: (read: typeof state) => unknown) => select(state),
    submit: async (command: Command, select: (read: typeof state, outcome: unknown) => unknown) => {
      if (isLost) throw new Unavailable('another process leads')
      const outcome = execute(state, { seq: state.seq + 1, at: 1, rules: state.rules, command })
      expect(outcome.answer).toEqual({ type: 'done' })
      return select(state, outcome)
    },
  } as unknown as Pick<Sequencer, 'read' | 'submit'>
  return {
    state,
    sequencer,
    lose() {
      isLost = true
    },
  }
}

const listed = () => ({ network, assets: new Map(), paused: null, restoredAt: null, generation: 1, dust: new Map() })

const next = withdrawal({ payment: 20, withdrawal: 8, nonce: 0, amount: '5' })

test('A process that hung between its check and its request to the signer is refused after another one has begun its term', async () => {
  const { state, sequencer } = journalOf()
  const old = openSignerTerm(clientOf(signer), sequencer)
  await old.begin()
  expect(state.term).toBe(1)
  expect(await old.client.check(next)).toBeUndefined()
  const leading = openSignerTerm(clientOf(signer), sequencer)
  await leading.begin()
  expect(await old.client.sign(next)).toMatchObject({ refused: TERM_ENDED })
  expect(await old.client.skip({ chainId: 31_337, generation: 1, wallet: 0, next: 5 })).toBe(TERM_ENDED)
  expect(await leading.client.sign(next)).toMatchObject({ txid: expect.any(String) })
})

test('What the signer has signed is read after the term has begun, so that no version is added to it', async () => {
  const { sequencer } = journalOf()
  const old = openSignerTerm(clientOf(signer), sequencer)
  await old.begin()
  const leading = openSignerTerm(clientOf(signer), sequencer)
  expect(await leading.client.versions(next.payment)).toEqual([])
  expect(await old.client.sign(next)).toMatchObject({ refused: TERM_ENDED })
})

test('A process that has lost the journal begins no term', async () => {
  const { sequencer, lose } = journalOf()
  const old = openSignerTerm(clientOf(signer), sequencer)
  lose()
  await expect(old.client.sign(next)).rejects.toThrow(Unavailable)
  expect(await signer.counters()).toMatchObject({ counters: { term: 0 } })
})

test('A term is above those of the journal and of the signer, also when one of them comes from an older backup', async () => {
  const { state, sequencer } = journalOf()
  await signer.answer({ id: '1', call: 'lead', term: 40 })
  await openSignerTerm(clientOf(signer), sequencer).begin()
  expect(state.term).toBe(41)
  state.term = 60
  const leading = openSignerTerm(clientOf(signer), sequencer)
  await Promise.all([leading.begin(), leading.begin(), leading.client.sign(next)])
  expect(state.term).toBe(61)
  expect(await signer.counters()).toMatchObject({ counters: { term: 61 } })
})

test('Another signer signs nothing until an operator has accepted it', async () => {
  const { state, sequencer } = journalOf()
  state.networks.set(ETHEREUM, listed())
  await openSignerTerm(clientOf(signer), sequencer).begin()
  expect(state.networks.get(ETHEREUM)?.paused).toBeNull()
  signer.reopen()
  await openSignerTerm(clientOf(signer), sequencer).begin()
  const other = openTestSigner()
  const leading = openSignerTerm(clientOf(other), sequencer)
  const place = { chainId: 31_337, generation: 1, wallet: 0, next: 5 }
  for (const call of [leading.client.sign(next), leading.client.skip(place), leading.client.versions(20)])
    await expect(call).rejects.toThrow(SignerNotAccepted)
  expect(await other.counters()).toMatchObject({ counters: { term: 0 } })
  const by = { operator: 'ann', reason: 'the machine was lost' }
  await sequencer.submit({ type: 'accept-signer', instance: await leading.client.instance(), ...by }, () => undefined)
  expect(state.networks.get(ETHEREUM)).toMatchObject({ paused: by.reason, restoredAt: 1 })
  expect(await leading.client.sign(next)).toMatchObject({ txid: expect.any(String) })
  other.remove()
})

test('A signer that takes the place of another one under a running server signs nothing', async () => {
  const { state, sequencer } = journalOf()
  state.networks.set(ETHEREUM, listed())
  let answering = signer
  const { begin, client } = openSignerTerm(clientOf({ answer: (request) => answering.answer(request) }), sequencer)
  await begin()
  answering = openTestSigner()
  expect(await client.sign(next)).toEqual({ refused: TERM_UNKNOWN, id: 'test' })
  await expect(client.sign(next)).rejects.toThrow(SignerNotAccepted)
  await expect(begin()).rejects.toThrow(SignerNotAccepted)
  answering.remove()
  answering = signer
  expect(await client.sign(next)).toMatchObject({ txid: expect.any(String) })
})

test('A signer that was restored from a backup of the current term signs nothing for it', async () => {
  const { state, sequencer } = journalOf()
  state.networks.set(ETHEREUM, listed())
  let answering = signer
  const { begin, client } = openSignerTerm(clientOf({ answer: (request) => answering.answer(request) }), sequencer)
  await begin()
  const folder = mkdtempSync(join(tmpdir(), 'signer-'))
  for (const name of ['key', 'journal']) cpSync(join(signer.folder, name), join(folder, name))
  answering = openTestSigner(POLICY, folder)
  expect(await answering.counters()).toEqual(await signer.counters())
  expect(await client.sign(next)).toMatchObject({ refused: TERM_UNKNOWN })
  await expect(client.sign(next)).rejects.toThrow(SignerNotAccepted)
  answering.remove()
})

test('Another signer is accepted by itself while all networks wait for an operator after a restore', async () => {
  const { state, sequencer } = journalOf()
  await openSignerTerm(clientOf(signer), sequencer).begin()
  state.networks.set(ETHEREUM, { ...listed(), paused: 'restored', restoredAt: 1 as Millis })
  const other = openTestSigner()
  const { client } = openSignerTerm(clientOf(other), sequencer)
  expect(await client.versions(20)).toEqual([])
  expect(state.signer).toBe(await client.instance())
  other.remove()
})
