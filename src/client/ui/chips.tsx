import style from './chips.module.css'

type Props<Value extends string> = {
  label: string
  value: Value
  options: readonly { readonly value: Value; readonly name: string }[]
  onChoose: (value: Value) => void
  /** Id of the element that the choice controls. */
  panel: string
}

/** Brings the chosen chip to the middle of its row: only the row scrolls, not the page. */
function center(chip: HTMLElement | null): void {
  const row = chip?.parentElement
  if (!chip || !row) return
  const [outer, inner] = [row.getBoundingClientRect(), chip.getBoundingClientRect()]
  row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
}

/** Filter chips, single choice. Scrolls horizontally. */
export function Chips<Value extends string>({ label, value, options, onChoose, panel }: Props<Value>) {
  return (
    <fieldset className={style.chips}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          ref={option.value === value ? center : undefined}
          type="button"
          aria-pressed={option.value === value}
          aria-controls={panel}
          onClick={() => onChoose(option.value)}
        >
          {option.name}
        </button>
      ))}
    </fieldset>
  )
}
