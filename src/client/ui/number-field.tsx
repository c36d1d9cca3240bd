import { type ReactNode, useId, useState } from 'react'
import { grouped } from '../format/numbers.ts'
import { readTyped } from '../format/typed-number.ts'

type Props = {
  label: string
  /** Ungrouped, with a point. */
  value: string
  decimals: number
  onType: (value: string) => void
  onSettle?: () => void
  /** Unit or steppers, at the right edge. */
  children?: ReactNode
  isWrong?: boolean
  placeholder?: string
  describedBy?: string
}

/** A decimal as a person types it: comma or point, no exponent; never rewritten under their hands. */
export function NumberField({
  label,
  value,
  decimals,
  onType,
  onSettle,
  children,
  isWrong,
  placeholder,
  describedBy,
}: Props) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const isTheirs = typed !== undefined && readTyped(typed, decimals) === value
  const words = grouped(value)
  return (
    <div className="number-field" data-wrong={isWrong || undefined} data-grouped={words !== value || undefined}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        placeholder={placeholder}
        value={isTheirs ? typed : value}
        aria-invalid={isWrong || undefined}
        aria-describedby={describedBy}
        onBlur={() => {
          setTyped(undefined)
          onSettle?.()
        }}
        onChange={({ target }) => {
          const read = readTyped(target.value, decimals)
          if (read === undefined) return
          setTyped(target.value)
          onType(read)
        }}
      />
      {/* Commas lie over the text and are gone while it is edited: the text itself is never rewritten. */}
      {words !== value && <span aria-hidden="true">{words}</span>}
      {children}
    </div>
  )
}
