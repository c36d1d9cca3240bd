type Props<Value extends string> = {
  label: string
  value: Value
  options: readonly { readonly value: Value; readonly name: string }[]
  onChoose: (value: Value) => void
  /** The id of what the choice changes. */
  panel: string
}

/** A row of filters, of which one holds. It scrolls sideways where there is no room. */
export function Chips<Value extends string>({ label, value, options, onChoose, panel }: Props<Value>) {
  return (
    <fieldset className="chips">
      <legend className="unseen">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-controls={panel}
          onClick={({ currentTarget }) => {
            currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
            onChoose(option.value)
          }}
        >
          {option.name}
        </button>
      ))}
    </fieldset>
  )
}
