import style from './segmented.module.css'

type Props<Value extends string> = {
  label: string
  value: Value
  options: readonly { readonly value: Value; readonly name: string }[]
  onChoose: (value: Value) => void
  /**
   * `trade` fills the chosen segment with the colour of its side; `chips` renders separate chips, `tiles` separate
   * segments of equal width.
   */
  variant?: 'plain' | 'trade' | 'chips' | 'tiles'
  /** Its place. */
  className?: string | undefined
}

export function Segmented<Value extends string>({
  label,
  value,
  options,
  onChoose,
  variant = 'plain',
  className = '',
}: Props<Value>) {
  return (
    <fieldset className={`${style.segmented} ${className}`} data-variant={variant}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          data-value={option.value}
          aria-pressed={option.value === value}
          onClick={() => onChoose(option.value)}
        >
          {option.name}
        </button>
      ))}
    </fieldset>
  )
}
