type Props = { label: string; checked: boolean; onChange: (checked: boolean) => void }

/** An on/off switch that applies at once. */
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
