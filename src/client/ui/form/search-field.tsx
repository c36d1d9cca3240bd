import { Icon } from '../icon.tsx'
import style from './search-field.module.css'

export function SearchField({
  label,
  value,
  onType,
  autoFocus = false,
  className = '',
}: {
  label: string
  value: string
  onType: (value: string) => void
  autoFocus?: boolean
  /** Its place. */
  className?: string | undefined
}) {
  return (
    <div className={`${style.field} ${className}`}>
      <Icon name="search" size={20} className={style.icon} />
      <input
        // biome-ignore lint/a11y/noAutofocus: the user pressed a search button.
        autoFocus={autoFocus}
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onType(target.value)}
      />
    </div>
  )
}
