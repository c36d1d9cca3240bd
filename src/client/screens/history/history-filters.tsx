import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { HISTORY_TYPES } from '../../../contract/transactions/views.ts'
import { FileButton } from '../../components/file-button.tsx'
import { profileAtom } from '../../state/account/profile.ts'
import { currenciesAtom } from '../../state/history/currencies.ts'
import { loadExportAtom } from '../../state/history/export.ts'
import { filterQuery, type HistoryFilter, historyOf } from '../../state/history/transactions.ts'
import { historyText } from '../../text/history.ts'
import { Button } from '../../ui/button.tsx'
import { Chips } from '../../ui/chips.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import { CoinOptions, currencyOf } from './filter-fields.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import style from './history-screen.module.css'
import { TimeFilter } from './time-filter.tsx'

const CHIPS = HISTORY_TYPES.map((value) => ({ value, name: historyText.types[value] }))

type Props = {
  filter: HistoryFilter
  /** Id of the list. */
  panel: string
  onChoose: (filter: HistoryFilter) => void
}

/** The types as chips. Coin and time are beside them on a desk; a phone has one key that opens them. */
export function HistoryFilters({ filter, panel, onChoose }: Props) {
  const user = useAtomValue(profileAtom)?.uuid
  const isWide = useWideScreen()
  return (
    <div className={style.filters}>
      <Chips
        label={historyText.filter}
        value={filter.type}
        options={CHIPS}
        panel={panel}
        onChoose={(type) => onChoose({ ...filter, type })}
      />
      <div className={style.tools}>
        {isWide ? (
          <>
            <CoinFilter value={filter.currency} onChoose={(currency) => onChoose({ ...filter, currency })} />
            <TimeFilter value={filter.days} onChoose={(days) => onChoose({ ...filter, days })} />
          </>
        ) : (
          <FilterKey filter={filter} onChoose={onChoose} />
        )}
        {user !== undefined && <ExportButton user={user} filter={filter} />}
      </div>
    </div>
  )
}

/** Tinted, with their number, while filters are on. */
function FilterKey({ filter, onChoose }: Omit<Props, 'panel'>) {
  const [isOpen, setOpen] = useState(false)
  const count = [filter.currency, filter.days].filter((part) => part !== undefined).length
  return (
    <>
      <Button
        size="small"
        kind={count === 0 ? 'quiet' : 'tinted'}
        aria-label={historyText.filters.key(count)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="filter" size={16} />
        {count > 0 && count}
      </Button>
      {isOpen && <FilterSheet filter={filter} onChoose={onChoose} onClose={() => setOpen(false)} />}
    </>
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
  const isKnown = currencies.state === 'ready' && currencies.value.some(({ id }) => id === value)
  return (
    <Select
      label={historyText.coin}
      value={value !== undefined && isKnown ? value : ''}
      onChoose={(id) => onChoose(currencyOf(id))}
      className={style.filter}
    >
      <CoinOptions />
    </Select>
  )
}
