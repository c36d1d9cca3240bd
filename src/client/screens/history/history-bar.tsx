import { useAtomValue } from 'jotai'
import { useSearchParams } from 'react-router-dom'
import { pages } from '../../../contract/pages.ts'
import { profileAtom } from '../../state/account/profile.ts'
import { filterOf } from '../../state/history/transactions.ts'
import { historyText } from '../../text/history.ts'
import { PageBar } from '../../ui/page-bar.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import { ExportButton } from './export-button.tsx'
import style from './history-screen.module.css'

/** The title; on a phone with the export beside it, as the chips fill the row of the filters. */
export default function HistoryBar() {
  const [params] = useSearchParams()
  const user = useAtomValue(profileAtom)?.uuid
  const isWide = useWideScreen()
  return (
    <PageBar title={historyText.title} up={pages.wallet} width="wide">
      {!isWide && user !== undefined && (
        <span className={style.export}>
          <ExportButton user={user} filter={filterOf(params)} />
        </span>
      )}
    </PageBar>
  )
}
