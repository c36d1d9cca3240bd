import { useId } from 'react'
import { flushSync } from 'react-dom'
import { grouped } from '../../../format/numbers.ts'
import { TypedNumberNote } from '../../../ui/form/typed-note.tsx'
import { type NumberInput, useTypedNumber } from '../../../ui/form/use-typed-number.ts'
import style from './convert.module.css'

type Props = NumberInput & {
  id: string
  isInvalid: boolean
  describedBy: string
}

/** A large decimal input without a frame. It groups digits only while it is not edited. */
export function AmountInput({ id, isInvalid, describedBy, ...input }: Props) {
  const noteId = useId()
  const { value } = input
  const typed = useTypedNumber(input)
  return (
    <>
      <input
        id={id}
        className={style.amount}
        inputMode="decimal"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        placeholder="0"
        value={typed.text ?? (typed.isEdited ? value : grouped(value))}
        data-long={value.length > 12 || undefined}
        aria-invalid={isInvalid || typed.note !== undefined || undefined}
        aria-describedby={typed.note === undefined ? describedBy : noteId}
        onFocus={({ target }) => {
          // The text without grouping is another one, which loses the selection that Tab made.
          flushSync(typed.enter)
          target.select()
        }}
        onBlur={typed.leave}
        onKeyDown={typed.onKeyDown}
        onChange={({ target }) => typed.read(target.value)}
      />
      <TypedNumberNote id={noteId} className={style.note} note={typed.note} {...input} onAnswer={typed.answer} />
    </>
  )
}
