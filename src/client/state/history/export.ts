/** The history as a CSV file. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import { grouped } from '../../format/numbers.ts'
import { historyText } from '../../text/history.ts'
import { errorText } from '../app/error-text.ts'
import { hostAtom, notifyAtom } from '../app/host.ts'
import type { TextFile } from '../app/keep-file.ts'
import { type HistoryFilter, queryOf } from './transactions.ts'

const text = historyText.export

/** All transactions of the filter, as many as fit into a file. Undefined after a failure, which is shown. */
export const loadExportAtom = atom(null, async (get, set, filter: HistoryFilter): Promise<TextFile | undefined> => {
  const answer = await get(hostAtom).http(api.exportTransactions, { query: queryOf(filter) })
  if (!answer.ok) {
    set(notifyAtom, { kind: 'error', title: text.failed, detail: errorText(answer.failure, text.failed) })
    return undefined
  }
  const { file_name: name, csv, rows, total } = answer.value
  const part = rows < total ? text.part(grouped(String(rows)), grouped(String(total))) : undefined
  return { name, content: csv, type: 'text/csv', texts: text, part }
})
