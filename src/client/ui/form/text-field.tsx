import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './field-error.tsx'
import style from './text-field.module.css'

type Props = Omit<ComponentProps<'input'>, 'onChange' | 'id'> & {
  label: ReactNode
  value: string
  onType: (value: string) => void
  error?: string | undefined
  trailing?: ReactNode
}

/** A labelled input with its error below. */
export function TextField({ label, value, onType, error, trailing, ...rest }: Props) {
  const id = useId()
  return (
    <div className={style.field} data-invalid={error !== undefined || undefined}>
      <label htmlFor={id}>{label}</label>
      <div className={style.box}>
        <input
          {...rest}
          id={id}
          value={value}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={({ target }) => onType(target.value)}
        />
        {trailing}
      </div>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
