import { useSearchParams } from 'react-router-dom'
import { CellPage } from '../../components/cell-page.tsx'
import { DeskPage } from '../../components/desk/desk-page.tsx'
import { HistoryList } from '../../components/transactions/history-list.tsx'
import { WithUser } from '../../components/with-user.tsx'
import { filterOf, filterQuery, type HistoryFilter } from '../../state/history/transactions.ts'
import { historyText } from '../../text/history.ts'
import { List } from '../../ui/cells/cells.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import { HistoryFilters } from './history-filters.tsx'
import style from './history-screen.module.css'

const PANEL = 'history-list'

/** What changed the balances of the user, by type, coin and time: a table on a desk. The filter is in the query string. */
export default function HistoryScreen() {
  const [params, setParams] = useSearchParams()
  const filter = filterOf(params)
  const isWide = useWideScreen()
  const choose = (chosen: HistoryFilter) => setParams(filterQuery(chosen), { replace: true })
  return (
    <CellPage>
      <DeskPage className={style.page}>
        <HistoryFilters filter={filter} panel={PANEL} onChoose={choose} />
        <section id={PANEL} aria-label={historyText.types[filter.type]}>
          <List>
            <WithUser>
              {(user) => <HistoryList key={filterQuery(filter)} user={user} filter={filter} isTable={isWide} />}
            </WithUser>
          </List>
        </section>
      </DeskPage>
    </CellPage>
  )
}
