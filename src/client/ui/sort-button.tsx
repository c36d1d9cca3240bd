import { Icon } from './icon.tsx'
import style from './sort-button.module.css'

type SortDirection = 'up' | 'down' | undefined
type Props = {
  name: string
  /** Text for the action, or for the current sort direction. */
  hint: (what: string, direction: SortDirection) => string
  direction: SortDirection
  onPress: () => void
}

export function SortButton({ name, hint, direction, onPress }: Props) {
  const label = hint(name, direction)
  return (
    <button
      type="button"
      className={style.button}
      data-direction={direction}
      aria-label={label}
      title={label}
      onClick={onPress}
    >
      {name}
      <Icon name={direction === 'up' ? 'chevron-up' : 'chevron-down'} size={14} className={style.icon} />
    </button>
  )
}
