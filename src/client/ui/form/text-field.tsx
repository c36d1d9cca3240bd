import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from '../icon.tsx'

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
    <div className="text-field" data-invalid={error !== undefined || undefined}>
      <label htmlFor={id}>{label}</label>
      <div className="text-field-box">
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
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="alert" size={16} />
          {error}
        </p>
      )}
    </div>
  )
}
