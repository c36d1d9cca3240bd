import { type ReactNode, useId } from 'react'
import { grouped } from '../../format/numbers.ts'
import style from './number-field.module.css'
import { TypedNumberNote } from './typed-note.tsx'
import { type NumberInput, useTypedNumber } from './use-typed-number.ts'

type Props = NumberInput & {
  label: string
  /** Unit or stepper, at the right edge. */
  children?: ReactNode
  isInvalid?: boolean
  placeholder?: string
  describedBy?: string
  /** What is read while the field is not edited; otherwise the value in groups of digits. */
  shown?: string | undefined
}

/** A decimal input: comma or point, no exponent. It never rewrites the text while the user types. */
export function NumberField({ label, children, isInvalid = false, placeholder, describedBy, shown, ...input }: Props) {
  const [id, noteId] = [useId(), useId()]
  const { value } = input
  const typed = useTypedNumber(input)
  const groupedValue = shown ?? grouped(value)
  const isWrong = isInvalid || typed.note !== undefined
  return (
    <>
      <div
        className={style.field}
        data-invalid={isWrong || undefined}
        data-grouped={groupedValue !== value || undefined}
      >
        <label className={style.label} htmlFor={id}>
          {label}
        </label>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          placeholder={placeholder}
          value={typed.text ?? value}
          aria-invalid={isWrong || undefined}
          aria-describedby={typed.note === undefined ? describedBy : noteId}
          onFocus={typed.enter}
          onBlur={typed.leave}
          onKeyDown={typed.onKeyDown}
          onChange={({ target }) => typed.read(target.value)}
        />
        {/* The grouped number is an overlay, hidden while the field is edited. */}
        {groupedValue !== value && <span aria-hidden="true">{groupedValue}</span>}
        {children}
      </div>
      <TypedNumberNote id={noteId} note={typed.note} {...input} onAnswer={typed.answer} />
    </>
  )
}

/** Looks like a number field, for a value that cannot be typed. */
export const FixedField = ({ label, text }: { label: string; text: string }) => (
  <div className={style.field}>
    <span className={style.label}>{label}</span>
    <span className={style.value}>{text}</span>
  </div>
)

/** The unit of a number field, at its right edge. */
export const Unit = ({ children }: { children: ReactNode }) => <span className={style.unit}>{children}</span>
