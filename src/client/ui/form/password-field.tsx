import { useState } from 'react'
import { IconButton } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { TextField } from './text-field.tsx'

type Props = {
  label: string
  value: string
  onType: (value: string) => void
  error?: string | undefined
  show: string
  hide: string
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField({ label, value, onType, error, show, hide, autoComplete }: Props) {
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      label={label}
      type={isShown ? 'text' : 'password'}
      name="password"
      autoComplete={autoComplete}
      maxLength={256}
      value={value}
      onType={onType}
      error={error}
      trailing={
        <IconButton label={isShown ? hide : show} onClick={() => setShown(!isShown)}>
          <Icon name={isShown ? 'eye-off' : 'eye'} />
        </IconButton>
      }
    />
  )
}
