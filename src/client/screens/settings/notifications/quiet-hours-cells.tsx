import { useState } from 'react'
import type { QuietHours } from '../../../../contract/notifications/kinds.ts'
import { isOffset, zoneOf } from '../../../state/notifications/device-time-zone.ts'
import { notificationsText as text } from '../../../text/notifications.ts'
import { Cell, Switch } from '../../../ui/cells/cells.tsx'
import style from './quiet-hours-cells.module.css'

type Props = { quietHours: QuietHours | null; onChange: (quietHours: QuietHours | null) => void }

const AT_NIGHT = { from: '22:00', to: '08:00' }

const ownTimeZone = (): string =>
  zoneOf(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date().getTimezoneOffset())

function lineOf({ time_zone }: QuietHours): string {
  return isOffset(time_zone) ? text.quietHoursAtOffset(time_zone) : text.quietHoursOn(time_zone.replaceAll('_', ' '))
}

/** When the bot sends nothing: off, or from and until a time of the user's day. A changed time uses this device's zone. */
export function QuietHoursCells({ quietHours, onChange }: Props) {
  const line = quietHours === null ? text.quietHoursOff : lineOf(quietHours)
  return (
    <>
      <Cell icon="moon" title={text.quietHours} line={line}>
        <Switch
          label={text.quietHours}
          checked={quietHours !== null}
          onChange={(isOn) => onChange(isOn ? { ...AT_NIGHT, time_zone: ownTimeZone() } : null)}
        />
      </Cell>
      {quietHours !== null && <Times quietHours={quietHours} onChange={onChange} />}
    </>
  )
}

function Times({ quietHours, onChange }: Props & { quietHours: QuietHours }) {
  // As typed: the answer to one change can come after the next change.
  const [times, setTimes] = useState({ from: quietHours.from, to: quietHours.to })
  const isSame = times.from === times.to && times.from !== ''
  const change = (changed: Partial<typeof times>) => {
    const next = { ...times, ...changed }
    setTimes(next)
    // A time input is empty while the user is still typing.
    if (next.from !== next.to && next.from !== '' && next.to !== '') onChange({ ...next, time_zone: ownTimeZone() })
  }
  return (
    <>
      <TimeCell label={text.quietFrom} value={times.from} onChange={(from) => change({ from })} />
      <TimeCell
        label={text.quietTo}
        value={times.to}
        error={isSame ? text.sameTimes : undefined}
        onChange={(to) => change({ to })}
      />
    </>
  )
}

type TimeProps = { label: string; value: string; error?: string | undefined; onChange: (value: string) => void }

const TimeCell = ({ label, value, error, onChange }: TimeProps) => (
  <Cell icon="history" title={label} line={error && <span role="alert">{error}</span>}>
    <input
      className={style.time}
      type="time"
      aria-label={label}
      aria-invalid={error !== undefined || undefined}
      defaultValue={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </Cell>
)
