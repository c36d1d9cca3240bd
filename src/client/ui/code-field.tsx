import { TextField } from './text-field.tsx'

type Props = {
  label: string
  digits: number
  value: string
  onType: (code: string) => void
  /** All digits are there. */
  onFull: (code: string) => void
  fault?: string | undefined
}

/** A code of digits as an authenticator shows it: typed, filled in by the phone, or pasted with blanks between. */
export function CodeField({ label, digits, value, onType, onFull, fault }: Props) {
  const hear = (typed: string) => {
    const code = typed.replace(/\D/g, '').slice(0, digits)
    if (code === value) return
    if (code.length === digits) onFull(code)
    else onType(code)
  }
  return (
    <div className="code-field">
      <TextField
        label={label}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="done"
        placeholder={'0'.repeat(digits)}
        value={value}
        onType={hear}
        fault={fault}
        // Whoever is asked for a code has come to type it.
        autoFocus
      />
    </div>
  )
}
