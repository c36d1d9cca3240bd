import { authText } from '../../text/auth.ts'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'

type Field = { readonly value: string; readonly onType: (value: string) => void; readonly error: string | undefined }

/** The first field of its page, and so it has the focus. */
export const EmailField = (field: Field) => (
  <TextField
    {...field}
    autoFocus
    label={authText.email}
    type="email"
    name="email"
    autoComplete="username"
    inputMode="email"
    autoCapitalize="none"
    spellCheck={false}
  />
)

type PasswordProps = Field & { label?: string; isNew: boolean }

export const Password = ({ label = authText.password, isNew, ...field }: PasswordProps) => (
  <PasswordField
    {...field}
    label={label}
    show={authText.showPassword}
    hide={authText.hidePassword}
    autoComplete={isNew ? 'new-password' : 'current-password'}
  />
)
