import { type ReactNode, useId, useState } from 'react'
import { grouped } from '../format/numbers.ts'
import { parseTyped } from '../format/typed-number.ts'

type Props = {
  label: string
  /** Plain decimal, ungrouped. */
  value: string
  decimals: number
  onType: (value: string) => void
  onLeave?: () => void
  /** Unit or stepper, at the right edge. */
  children?: ReactNode
  isInvalid?: boolean
  placeholder?: string
  describedBy?: string
}

/** A decimal input: comma or point, no exponent. It never rewrites the text while the user types. */
export function NumberField({
  label,
  value,
  decimals,
  onType,
  onLeave,
  children,
  isInvalid,
  placeholder,
  describedBy,
}: Props) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const isTypedShown = typed !== undefined && parseTyped(typed, decimals) === value
  const groupedValue = grouped(value)
  return (
    <div
      className="number-field"
      data-invalid={isInvalid || undefined}
      data-grouped={groupedValue !== value || undefined}
    >
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        placeholder={placeholder}
        value={isTypedShown ? typed : value}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        onBlur={() => {
          setTyped(undefined)
          onLeave?.()
        }}
        onChange={({ target }) => {
          const read = parseTyped(target.value, decimals)
          if (read === undefined) return
          setTyped(target.value)
          onType(read)
        }}
      />
      {/* The grouped number is an overlay, hidden while the field is edited. */}
      {groupedValue !== value && <span aria-hidden="true">{groupedValue}</span>}
      {children}
    </div>
  )
}
