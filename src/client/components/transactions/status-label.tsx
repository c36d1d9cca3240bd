import { type StatusTone, type StatusView, statusText } from '../../state/history/status-text.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import style from './status-label.module.css'

const ICONS: Readonly<Record<StatusTone, IconName>> = {
  moving: 'history',
  good: 'check',
  bad: 'alert',
  neutral: 'close',
}

/** The status of a transaction as icon and words. */
export function StatusLabel({ view }: { view: StatusView }) {
  const { tone, name } = statusText(view)
  return (
    <span className={style.status} data-tone={tone}>
      <Icon name={ICONS[tone]} size={16} />
      {name}
    </span>
  )
}
