type Props = { label: string; checked: boolean; onChange: (checked: boolean) => void }

/** On or off, at once. Its words stand beside it. */
export function Switch({ label, checked, onChange }: Props) {
  return (
    <label className="switch">
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        checked={checked}
        aria-checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span aria-hidden="true" />
    </label>
  )
}
