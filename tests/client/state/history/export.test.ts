/** What the app says about a CSV file of the history. Where it cannot save files, it copies the text. */

import { expect, test } from 'vitest'
import { hostAtom } from '../../../../src/client/state/app/host.ts'
import { keepFileAtom } from '../../../../src/client/state/app/keep-file.ts'
import { loadExportAtom } from '../../../../src/client/state/history/export.ts'
import { api } from '../../../../src/contract/api.ts'
import { expectDefined } from '../../../../src/engine/assert.ts'
import { fakeStore } from '../../../fixtures/fake-host.ts'

async function copied(rows: number, total: number) {
  const value = { file_name: 'history.csv', csv: '\ufeffTime,Type\r\n', rows, total }
  const { store, host, toasts } = fakeStore({ [api.exportTransactions.path]: { ok: true, value } })
  const texts: string[] = []
  const copy = async (text: string): Promise<boolean> => Boolean(texts.push(text))
  store.set(hostAtom, { ...host, platform: { ...host.platform, savesFiles: false, copy } })
  const file = await store.set(loadExportAtom, { type: 'referral', currency: undefined, days: undefined })
  await store.set(keepFileAtom, expectDefined(file, 'it was loaded'))
  return { texts, details: toasts.map(({ detail }) => detail) }
}

test('A CSV file with a part of the history says how many of all rows it has', async () => {
  const paste = 'Telegram cannot save files. Paste it into a spreadsheet.'
  expect((await copied(50_000, 50_019)).details).toEqual([`The newest 50,000 of 50,019 rows. ${paste}`])
  expect((await copied(50_000, 50_000)).details).toEqual([paste])
})

test('A copied CSV text has no byte order mark, which only a file needs', async () => {
  expect((await copied(1, 1)).texts).toEqual(['Time,Type\r\n'])
})
