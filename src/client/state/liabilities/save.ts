/** Saves reports and proofs as files, or copies them where the host cannot save files. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import { saveFile } from '../../platform/save-file.ts'
import { liabilitiesText as text } from '../../text/liabilities.ts'
import { errorText } from '../app/error-text.ts'
import { hostAtom, notifyAtom } from '../app/host.ts'

/** `value` is saved as JSON. */
export const saveJsonAtom = atom(null, (_get, set, name: string, value: unknown) =>
  set(saveTextAtom, name, JSON.stringify(value, undefined, 2), 'application/json'),
)

/** Downloads the addresses of the exchange. */
export const saveAddressesAtom = atom(null, async (get, set): Promise<void> => {
  const answer = await get(hostAtom).http(api.liabilityAddresses)
  if (answer.ok) return set(saveTextAtom, answer.value.file_name, answer.value.csv, 'text/csv')
  set(notifyAtom, { kind: 'error', title: text.notSaved, detail: errorText(answer.failure, text.failedLine) })
})

const saveTextAtom = atom(null, async (get, set, name: string, content: string, type: string): Promise<void> => {
  const { platform } = get(hostAtom)
  if (platform.savesFiles) {
    saveFile(name, content, type)
    return set(notifyAtom, { kind: 'success', title: text.saved })
  }
  const isCopied = await platform.copy(content)
  set(
    notifyAtom,
    isCopied
      ? { kind: 'success', title: text.copied, detail: text.copiedLine }
      : { kind: 'error', title: text.notSaved },
  )
})
