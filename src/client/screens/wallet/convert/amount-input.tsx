import { useState } from 'react'
import { flushSync } from 'react-dom'
import { grouped } from '../../../format/numbers.ts'
import { useTypedNumber } from '../../../ui/use-typed-number.ts'
import style from './convert.module.css'

type Props = {
  id: string
  /** Plain decimal, ungrouped. */
  value: string
  decimals: number
  isInvalid: boolean
  describedBy: string
  onType: (value: string) => void
}

/** A large decimal input without a frame. It groups digits only while it is not edited. */
export function AmountInput({ id, value, decimals, isInvalid, describedBy, onType }: Props) {
  const [isEdited, setEdited] = useState(false)
  const typed = useTypedNumber(value, decimals, onType)
  return (
    <input
      id={id}
      className={style.amount}
      inputMode="decimal"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="done"
      placeholder="0"
      value={isEdited ? (typed.text ?? value) : grouped(value)}
      data-long={value.length > 12 || undefined}
      aria-invalid={isInvalid || undefined}
      aria-describedby={describedBy}
      onFocus={({ target }) => {
        // The text without grouping is another one, which loses the selection that Tab made.
        flushSync(() => setEdited(true))
        target.select()
      }}
      onBlur={() => {
        setEdited(false)
        typed.forget()
      }}
      onChange={({ target }) => typed.read(target.value)}
    />
  )
}
