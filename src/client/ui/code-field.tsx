import { TextField } from './text-field.tsx'

type Props = {
  label: string
  value: string
  onType: (code: string) => void
  /** Six digits stand there now. */
  onFull?: (code: string) => void
  fault?: string | undefined
}

const DIGITS = 6

/** A one-time code: typed, pasted with whatever stood around it, or filled in by the device. */
export function CodeField({ label, value, onType, onFull, fault }: Props) {
  return (
    <TextField
      label={label}
      className="code-field"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      placeholder="······"
      value={value}
      onType={(typed) => {
        const code = typed.replace(/\D/g, '').slice(0, DIGITS)
        onType(code)
        if (code.length === DIGITS && code !== value) onFull?.(code)
      }}
      fault={fault}
    />
  )
}
