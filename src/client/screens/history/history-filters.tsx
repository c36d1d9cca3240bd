import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { HISTORY_TYPES } from '../../../contract/transactions/views.ts'
import { profileAtom } from '../../state/account/profile.ts'
import { currenciesAtom } from '../../state/history/currencies.ts'
import type { HistoryFilter } from '../../state/history/transactions.ts'
import { historyText } from '../../text/history.ts'
import { Button } from '../../ui/button.tsx'
import { Chips } from '../../ui/chips.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import { ExportButton } from './export-button.tsx'
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

/** The types as chips. Coin, time and export are beside them on a desk; a phone has one key for the first two. */
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
            {user !== undefined && <ExportButton user={user} filter={filter} />}
          </>
        ) : (
          <FilterKey filter={filter} onChoose={onChoose} />
        )}
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
