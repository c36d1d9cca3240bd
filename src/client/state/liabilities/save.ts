/** Reports, proofs and addresses as files. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import { liabilitiesText as text } from '../../text/liabilities.ts'
import { errorText } from '../app/error-text.ts'
import { hostAtom, notifyAtom } from '../app/host.ts'
import { keepFileAtom, type TextFile } from '../app/keep-file.ts'

const texts = { saved: text.saved, copied: text.copied, copiedLine: text.copiedLine, failed: text.notSaved }

/** `value` is saved as JSON. */
export const saveJsonAtom = atom(null, (_get, set, name: string, value: unknown) =>
  set(keepFileAtom, { name, content: JSON.stringify(value, undefined, 2), type: 'application/json', texts }),
)

/** The addresses of the exchange. Undefined after a failure, which is shown. */
export const loadAddressesAtom = atom(null, async (get, set): Promise<TextFile | undefined> => {
  const answer = await get(hostAtom).http(api.liabilityAddresses)
  if (answer.ok) return { name: answer.value.file_name, content: answer.value.csv, type: 'text/csv', texts }
  set(notifyAtom, { kind: 'error', title: text.notSaved, detail: errorText(answer.failure, text.failedLine) })
  return undefined
})
