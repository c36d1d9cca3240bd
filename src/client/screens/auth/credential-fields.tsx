import { text } from '../../text/en.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

type Field = { readonly value: string; readonly onType: (value: string) => void; readonly fault: string | undefined }

export const EmailField = (field: Field) => (
  <TextField
    {...field}
    label={text.auth.email}
    type="email"
    name="email"
    autoComplete="username"
    inputMode="email"
    autoCapitalize="none"
    spellCheck={false}
  />
)

type PasswordProps = Field & { label?: string; isNew: boolean }

export const Password = ({ label = text.auth.password, isNew, ...field }: PasswordProps) => (
  <PasswordField
    {...field}
    label={label}
    show={text.auth.showPassword}
    hide={text.auth.hidePassword}
    autoComplete={isNew ? 'new-password' : 'current-password'}
  />
)
