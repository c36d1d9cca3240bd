import style from './chips.module.css'

type Props<Value extends string> = {
  label: string
  value: Value
  options: readonly { readonly value: Value; readonly name: string }[]
  onChoose: (value: Value) => void
  /** Id of the element that the choice controls. */
  panel: string
}

/** Filter chips, single choice. Scrolls horizontally. */
export function Chips<Value extends string>({ label, value, options, onChoose, panel }: Props<Value>) {
  return (
    <fieldset className={style.chips}>
      <legend className="visually-hidden">{label}</legend>
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
