import { useAtomValue, useSetAtom } from 'jotai'
import { useSearchParams } from 'react-router-dom'
import { HISTORY_TYPES } from '../../../contract/transactions/views.ts'
import { CellPage } from '../../components/cell-page.tsx'
import { DeskPage } from '../../components/desk/desk-page.tsx'
import { FileButton } from '../../components/file-button.tsx'
import { HistoryList } from '../../components/transactions/history-list.tsx'
import { WithUser } from '../../components/with-user.tsx'
import { profileAtom } from '../../state/account/profile.ts'
import { currenciesAtom } from '../../state/history/currencies.ts'
import { loadExportAtom } from '../../state/history/export.ts'
import { filterOf, filterQuery, type HistoryFilter, historyOf } from '../../state/history/transactions.ts'
import { historyText } from '../../text/history.ts'
import { List } from '../../ui/cells/cells.tsx'
import { Chips } from '../../ui/chips.tsx'
import { Select } from '../../ui/form/select.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import style from './history-screen.module.css'
import { TimeFilter } from './time-filter.tsx'

const CHIPS = HISTORY_TYPES.map((value) => ({ value, name: historyText.types[value] }))
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
        <Filters filter={filter} onChoose={choose} />
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

type FiltersProps = { filter: HistoryFilter; onChoose: (filter: HistoryFilter) => void }

function Filters({ filter, onChoose }: FiltersProps) {
  const user = useAtomValue(profileAtom)?.uuid
  return (
    <div className={style.filters}>
      <Chips
        label={historyText.filter}
        value={filter.type}
        options={CHIPS}
        panel={PANEL}
        onChoose={(type) => onChoose({ ...filter, type })}
      />
      <div className={style.tools}>
        <CoinFilter value={filter.currency} onChoose={(currency) => onChoose({ ...filter, currency })} />
        <TimeFilter value={filter.days} onChoose={(days) => onChoose({ ...filter, days })} />
        {user !== undefined && <ExportButton user={user} filter={filter} />}
      </div>
    </div>
  )
}

/** All transactions of the filter as a file; absent where there is none. */
function ExportButton({ user, filter }: { user: string; filter: HistoryFilter }) {
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

type CoinFilterProps = { value: number | undefined; onChoose: (currency: number | undefined) => void }

function CoinFilter({ value, onChoose }: CoinFilterProps) {
  const currencies = useAtomValue(currenciesAtom)
  const all = currencies.state === 'ready' ? currencies.value : []
  return (
    <Select
      label={historyText.coin}
      value={value !== undefined && all.some(({ id }) => id === value) ? value : ''}
      onChoose={(id) => onChoose(id === '' ? undefined : Number(id))}
      className={style.filter}
    >
      <option value="">{historyText.allCoins}</option>
      {all.map(({ id, symbol }) => (
        <option key={id} value={id}>
          {symbol}
        </option>
      ))}
    </Select>
  )
}
