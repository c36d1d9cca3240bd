import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { clockAtom } from '../../state/app/clock.ts'
import { type HistoryFilter, rangeErrors, rangeText } from '../../state/history/transactions.ts'
import { appText } from '../../text/app.ts'
import { historyText } from '../../text/history.ts'
import { SheetActions } from '../../ui/actions.tsx'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { DayFields, DayOptions, daysOf } from './filter-fields.tsx'
import style from './history-screen.module.css'

const text = historyText.dates
const RANGE = 'range'
const CHOOSE = 'choose'

type Days = HistoryFilter['days']
type Props = { value: Days; onChoose: (days: Days) => void }

/** Everything, the last days, or from one day to another, which a sheet asks for. */
export function TimeFilter({ value, onChoose }: Props) {
  const [isAsking, setAsking] = useState(false)
  const now = useAtomValue(clockAtom)
  const range = typeof value === 'object' ? value : undefined
  const choose = (chosen: string) => {
    if (chosen === CHOOSE) setAsking(true)
    else if (chosen !== RANGE) onChoose(daysOf(chosen))
  }
  return (
    <>
      <Select
        label={historyText.time}
        value={range === undefined ? String(value ?? '') : RANGE}
        onChoose={choose}
        className={style.filter}
      >
        <DayOptions />
        {range !== undefined && <option value={RANGE}>{rangeText(range, now)}</option>}
        <option value={CHOOSE}>{text.choose}</option>
      </Select>
      {isAsking && <DatesSheet value={value} onChoose={onChoose} onClose={() => setAsking(false)} />}
    </>
  )
}

function DatesSheet({ value, onChoose, onClose }: Props & { onClose: () => void }) {
  const { field, submit } = useForm({
    initial: typeof value === 'object' ? { ...value } : { from: '', to: '' },
    errorsOf: rangeErrors,
    async send(range) {
      onChoose(range)
      onClose()
      return undefined
    },
  })
  return (
    <Sheet title={text.title} close={appText.close} onClose={onClose}>
      <Form onSubmit={submit}>
        <DayFields field={field} />
        <SheetActions>
          <Button kind="primary" isSubmit>
            {text.show}
          </Button>
        </SheetActions>
      </Form>
    </Sheet>
  )
}
