import { useAtomValue, useSetAtom } from 'jotai'
import { FileButton } from '../../components/file-button.tsx'
import { loadExportAtom } from '../../state/history/export.ts'
import { filterQuery, type HistoryFilter, historyOf } from '../../state/history/transactions.ts'
import { historyText } from '../../text/history.ts'
import style from './history-screen.module.css'

/** All transactions of the filter as a file; absent where there is none. */
export function ExportButton({ user, filter }: { user: string; filter: HistoryFilter }) {
  const load = useSetAtom(loadExportAtom)
  const list = useAtomValue(historyOf(user)(filter).list)
  if (list.state === 'failed' || (list.state === 'ready' && list.items.length === 0)) return null
  return (
    <FileButton
      key={filterQuery(filter)}
      isDisabled={list.state === 'loading'}
      busy={historyText.export.busy}
      load={() => load(filter)}
    >
      <span className={style.fileText}>{historyText.export.button}</span>
    </FileButton>
  )
}
