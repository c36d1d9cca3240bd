import { type ReactNode, useId } from 'react'
import { grouped } from '../format/numbers.ts'
import { useTypedNumber } from './use-typed-number.ts'

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
  const typed = useTypedNumber(value, decimals, onType)
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
        value={typed.text ?? value}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        onBlur={() => {
          typed.forget()
          onLeave?.()
        }}
        onChange={({ target }) => typed.read(target.value)}
      />
      {/* The grouped number is an overlay, hidden while the field is edited. */}
      {groupedValue !== value && <span aria-hidden="true">{groupedValue}</span>}
      {children}
    </div>
  )
}
