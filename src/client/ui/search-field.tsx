import { Icon } from './icon.tsx'

export function SearchField({
  label,
  value,
  onType,
}: {
  label: string
  value: string
  onType: (value: string) => void
}) {
  return (
    <div className="search-field">
      <Icon name="search" size={20} />
      <input
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
