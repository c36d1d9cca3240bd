import { CODE_DIGITS as DIGITS } from '../../contract/account-views.ts'
import { TextField } from './text-field.tsx'

type Props = {
  label: string
  value: string
  onType: (code: string) => void
  /** All digits are there. */
  onFull?: (code: string) => void
  fault?: string | undefined
  /** Whoever is asked for nothing but a code has come to type it. */
  autoFocus?: boolean
}

/** A code of digits as an authenticator shows it: typed, filled in by the phone, or pasted with blanks between. */
export function CodeField({ label, value, onType, onFull, fault, autoFocus }: Props) {
  const hear = (typed: string) => {
    // A whole code was refused, or it would not stand there any more: what follows it begins another one.
    const fresh = value.length === DIGITS && typed.startsWith(value) ? typed.slice(DIGITS) : typed
    const code = fresh.replace(/\D/g, '').slice(0, DIGITS)
    if (code === value) return
    onType(code)
    if (code.length === DIGITS) onFull?.(code)
  }
  return (
    <div className="code-field">
      <TextField
        label={label}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="done"
        placeholder={'0'.repeat(DIGITS)}
        value={value}
        onType={hear}
        fault={fault}
        autoFocus={autoFocus}
      />
    </div>
  )
}
