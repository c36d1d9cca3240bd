import { type ReactNode, useId } from 'react'
import { flushSync } from 'react-dom'
import { grouped } from '../../../format/numbers.ts'
import { TypedNumberNote } from '../../../ui/form/typed-note.tsx'
import { type NumberInput, useTypedNumber } from '../../../ui/form/use-typed-number.ts'
import style from './amount-input.module.css'

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
        className={style.input}
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

type OutputProps = {
  /** The id of the input that it results from. */
  htmlFor: string
  labelledBy: string
  /** It is being updated. */
  isDim: boolean
  children: string
}

/** A large amount that looks as the input does. */
export const AmountOutput = ({ htmlFor, labelledBy, isDim, children }: OutputProps) => (
  <output
    className={style.output}
    htmlFor={htmlFor}
    aria-labelledby={labelledBy}
    aria-live="off"
    data-dim={isDim || undefined}
    data-long={children.length > 12 || undefined}
  >
    {children}
  </output>
)

/** A large amount and its coin. The note of the input is below both. */
export const AmountRow = ({ children }: { children: ReactNode }) => <div className={style.row}>{children}</div>
