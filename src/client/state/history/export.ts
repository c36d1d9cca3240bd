/** The history as a CSV file. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import { grouped } from '../../format/numbers.ts'
import { saveFile } from '../../platform/save-file.ts'
import { historyText } from '../../text/history.ts'
import { errorText } from '../app/error-text.ts'
import { hostAtom, notifyAtom } from '../app/host.ts'
import type { HistoryFilter } from './transactions.ts'

const text = historyText.export

/** Downloads the filtered history, or copies it where the host cannot save files. */
export const exportHistoryAtom = atom(null, async (get, set, { type, currency }: HistoryFilter): Promise<void> => {
  const { http, platform } = get(hostAtom)
  const answer = await http(api.exportTransactions, { query: { type_: type, currency_id: currency } })
  if (!answer.ok)
    return set(notifyAtom, { kind: 'error', title: text.failed, detail: errorText(answer.failure, text.failed) })
  const { file_name: name, csv, rows, total } = answer.value
  const part = rows < total ? text.part(grouped(String(rows)), grouped(String(total))) : undefined
  if (platform.savesFiles) {
    saveFile(name, csv, 'text/csv')
    return set(notifyAtom, { kind: 'success', title: text.saved, ...(part !== undefined && { detail: part }) })
  }
  // Only a file needs the mark.
  const isCopied = await platform.copy(csv.replace(/^\ufeff/, ''))
  if (!isCopied) return set(notifyAtom, { kind: 'error', title: text.failed })
  const detail = part === undefined ? text.copiedLine : `${part} ${text.copiedLine}`
  set(notifyAtom, { kind: 'success', title: text.copied, detail })
})
