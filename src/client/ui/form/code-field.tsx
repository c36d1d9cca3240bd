import { CODE_DIGITS as DIGITS } from '../../../contract/account/views.ts'
import { bareCode } from '../../../contract/digits.ts'
import style from './code-field.module.css'
import { TextField } from './text-field.tsx'

type Props = {
  label: string
  value: string
  onType: (code: string) => void
  /** Called when all digits are entered. */
  onFull?: (code: string) => void
  error?: string | undefined
  /** For screens whose only field is the code. */
  autoFocus?: boolean
}

/** A numeric one-time code: typed, autofilled, or pasted with spaces. */
export function CodeField({ label, value, onType, onFull, error, autoFocus }: Props) {
  const onInput = (typed: string) => {
    // A complete code that is still shown was rejected: typing after it starts another one.
    const fresh = value.length === DIGITS && typed.startsWith(value) ? typed.slice(DIGITS) : typed
    const code = bareCode(fresh).replace(/\D/g, '').slice(0, DIGITS)
    if (code === value) return
    onType(code)
    if (code.length === DIGITS) onFull?.(code)
  }
  return (
    <div className={style.field}>
      <TextField
        label={label}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="done"
        placeholder={'0'.repeat(DIGITS)}
        value={value}
        onType={onInput}
        error={error}
        autoFocus={autoFocus}
      />
    </div>
  )
}
