import { Icon } from '../icon.tsx'

export function SearchField({
  label,
  value,
  onType,
  autoFocus = false,
}: {
  label: string
  value: string
  onType: (value: string) => void
  autoFocus?: boolean
}) {
  return (
    <div className="search-field">
      <Icon name="search" size={20} />
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
