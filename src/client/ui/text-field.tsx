import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'

type Props = Omit<ComponentProps<'input'>, 'onChange' | 'id'> & {
  label: ReactNode
  value: string
  onType: (value: string) => void
  fault?: string | undefined
  trailing?: ReactNode
}

/** A labelled input of a form. Its fault stands below it, icon first. */
export function TextField({ label, value, onType, fault, trailing, ...rest }: Props) {
  const id = useId()
  return (
    <div className="text-field" data-wrong={fault !== undefined || undefined}>
      <label htmlFor={id}>{label}</label>
      <div className="text-field-box">
        <input
          {...rest}
          id={id}
          value={value}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={fault === undefined ? undefined : `${id}-fault`}
          onChange={({ target }) => onType(target.value)}
        />
        {trailing}
      </div>
      {fault !== undefined && (
        <p className="fault" id={`${id}-fault`}>
          <Icon name="alert" size={16} />
          {fault}
        </p>
      )}
    </div>
  )
}
