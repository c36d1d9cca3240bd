import { type HistoryFilter, rangeErrors } from '../../state/history/transactions.ts'
import { appText } from '../../text/app.ts'
import { historyText } from '../../text/history.ts'
import { ButtonRow, SheetActions } from '../../ui/actions.tsx'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { CoinOptions, currencyOf, DayFields, DayOptions, daysOf } from './filter-fields.tsx'

const text = historyText.filters
const RANGE = 'range'

type Props = { filter: HistoryFilter; onChoose: (filter: HistoryFilter) => void; onClose: () => void }

/** On a phone: coin and time, which count once they are applied. */
export function FilterSheet({ filter, onChoose, onClose }: Props) {
  const { currency, days } = filter
  const range = typeof days === 'object' ? days : undefined
  const choose = (chosen: Pick<HistoryFilter, 'currency' | 'days'>) => {
    onChoose({ ...filter, ...chosen })
    onClose()
  }
  const { field, submit } = useForm({
    initial: {
      coin: String(currency ?? ''),
      time: range === undefined ? String(days ?? '') : RANGE,
      from: range?.from ?? '',
      to: range?.to ?? '',
    },
    errorsOf: ({ time, from, to }) => (time === RANGE ? rangeErrors({ from, to }) : {}),
    async send({ coin, time, from, to }) {
      choose({ currency: currencyOf(coin), days: time === RANGE ? { from, to } : daysOf(time) })
      return undefined
    },
  })
  const [coin, time] = [field('coin'), field('time')]
  return (
    <Sheet title={text.title} close={appText.close} onClose={onClose}>
      <Form onSubmit={submit}>
        <SelectField label={historyText.coin} value={coin.value} onChoose={coin.onType}>
          <CoinOptions />
        </SelectField>
        <SelectField label={historyText.time} value={time.value} onChoose={time.onType}>
          <DayOptions />
          <option value={RANGE}>{historyText.dates.choose}</option>
        </SelectField>
        {time.value === RANGE && <DayFields field={field} />}
        <SheetActions>
          <ButtonRow>
            <Button onClick={() => choose({ currency: undefined, days: undefined })}>{text.reset}</Button>
            <Button kind="primary" isSubmit>
              {text.apply}
            </Button>
          </ButtonRow>
        </SheetActions>
      </Form>
    </Sheet>
  )
}
