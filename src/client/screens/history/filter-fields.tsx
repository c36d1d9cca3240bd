/** What the filters of a desk and the sheet of a phone have in common. */

import { useAtomValue } from 'jotai'
import { currenciesAtom } from '../../state/history/currencies.ts'
import { DAYS, type HistoryFilter } from '../../state/history/transactions.ts'
import { historyText } from '../../text/history.ts'
import { TextField } from '../../ui/form/text-field.tsx'

const text = historyText.dates

export function CoinOptions() {
  const currencies = useAtomValue(currenciesAtom)
  const all = currencies.state === 'ready' ? currencies.value : []
  return (
    <>
      <option value="">{historyText.allCoins}</option>
      {all.map(({ id, symbol }) => (
        <option key={id} value={id}>
          {symbol}
        </option>
      ))}
    </>
  )
}

/** Of a choice without a range. */
export const DayOptions = () => (
  <>
    <option value="">{historyText.anyTime}</option>
    {DAYS.map((days) => (
      <option key={days} value={days}>
        {historyText.days[days]}
      </option>
    ))}
  </>
)

/** The values of the options as parts of a filter; another value stands for all. */
export const currencyOf = (option: string): HistoryFilter['currency'] => (option === '' ? undefined : Number(option))
export const daysOf = (option: string): HistoryFilter['days'] => DAYS.find((days) => String(days) === option)

type Field = { readonly value: string; readonly onType: (value: string) => void; readonly error: string | undefined }

/** The first and the last day of a range. */
export const DayFields = ({ field }: { field: (name: 'from' | 'to') => Field }) => (
  <>
    <TextField label={text.from} type="date" {...field('from')} />
    <TextField label={text.to} type="date" {...field('to')} />
  </>
)
