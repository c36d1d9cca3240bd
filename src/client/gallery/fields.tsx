import type { ComponentProps } from 'react'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { CodeField } from '../ui/form/code-field.tsx'
import { FieldError } from '../ui/form/field-error.tsx'
import { Form } from '../ui/form/form.tsx'
import { FormError } from '../ui/form/form-error.tsx'
import { Hint } from '../ui/form/hint.tsx'
import { PasswordField } from '../ui/form/password-field.tsx'
import { SearchField } from '../ui/form/search-field.tsx'
import { Select } from '../ui/form/select.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Icon } from '../ui/icon.tsx'
import { type Example, type Family, Live } from './example.tsx'

const LONG = 'A text that is longer than the field in which it was typed, as some addresses are'

type TextProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onType'>

const textField = (initial: string, props: TextProps) => (
  <Live initial={initial}>{(value, onType) => <TextField {...props} value={value} onType={onType} />}</Live>
)

const passwordField = (initial: string, error?: string) => (
  <Live initial={initial}>
    {(value, onType) => (
      <PasswordField
        label="Password"
        value={value}
        onType={onType}
        error={error}
        show="Show password"
        hide="Hide password"
        autoComplete="new-password"
      />
    )}
  </Live>
)

const codeField = (initial: string, error?: string) => (
  <Live initial={initial}>
    {(value, onType) => <CodeField label="2FA code" value={value} onType={onType} error={error} />}
  </Live>
)

const searchField = (initial: string) => (
  <Live initial={initial}>{(value, onType) => <SearchField label="Search coins" value={value} onType={onType} />}</Live>
)

const options = ['USD', 'EUR', 'A currency with a long name'].map((name) => (
  <option value={name} key={name}>
    {name}
  </option>
))

const select = (look: 'box' | 'unit', initial: string) => (
  <Live initial={initial}>
    {(value, onChoose) => (
      <Select label="Currency" look={look} value={value} onChoose={onChoose}>
        {options}
      </Select>
    )}
  </Live>
)

const selectField = (initial: string) => (
  <Live initial={initial}>
    {(value, onChoose) => (
      <SelectField label="Currency" value={value} onChoose={onChoose}>
        {options}
      </SelectField>
    )}
  </Live>
)

const checkbox = (text: string, initial: boolean) => (
  <Live initial={initial}>
    {(checked, onChange) => (
      <Checkbox checked={checked} onChange={onChange}>
        {text}
      </Checkbox>
    )}
  </Live>
)

const textFields: Example = {
  name: 'Text field',
  states: {
    rest: textField('user@example.com', { label: 'Email' }),
    empty: textField('', { label: 'Name', placeholder: 'How friends see you' }),
    disabled: textField('user@example.com', { label: 'Email', disabled: true }),
    error: textField('user', { label: 'Email', error: 'Enter an email address.' }),
    'with an icon': textField('0x52908400098527886E0F7030069857D2E4169EE7', {
      label: 'Address',
      trailing: <Icon name="lock" size={20} />,
    }),
    'long text': textField(LONG, { label: LONG, error: LONG }),
  },
}

const form = (
  <Form onSubmit={(event) => event.preventDefault()}>
    {textField('user@example.com', { label: 'Email' })}
    {passwordField('')}
    <Hint>At least 8 characters.</Hint>
    <FormError>This email has an account.</FormError>
    <Button kind="primary" isSubmit>
      Sign up
    </Button>
  </Form>
)

export const fields: Family = {
  title: 'Form fields',
  examples: [
    textFields,
    {
      name: 'Password field',
      states: {
        rest: passwordField('correct horse'),
        empty: passwordField(''),
        error: passwordField('a', 'Too short.'),
      },
    },
    {
      name: 'Code field',
      states: { rest: codeField('123456'), empty: codeField(''), error: codeField('123456', 'This code is wrong.') },
    },
    {
      name: 'Search field',
      states: { rest: searchField('bitcoin'), empty: searchField(''), 'long text': searchField(LONG) },
    },
    {
      name: 'Select',
      states: {
        box: select('box', 'USD'),
        unit: select('unit', 'USD'),
        'long text': select('box', 'A currency with a long name'),
      },
    },
    {
      name: 'Select field',
      states: { rest: selectField('USD'), 'long text': selectField('A currency with a long name') },
    },
    {
      name: 'Checkbox',
      states: {
        off: checkbox('Hide small amounts', false),
        on: checkbox('Hide small amounts', true),
        'long text': checkbox(LONG, true),
      },
    },
    {
      name: 'Hint and errors',
      states: {
        hint: <Hint>The code changes every 30 seconds.</Hint>,
        'field error': <FieldError>Enter an amount.</FieldError>,
        'form error': <FormError>Something went wrong on our side. Try again.</FormError>,
        'long text': <FieldError>{LONG}</FieldError>,
      },
    },
    { name: 'Form', states: { error: form } },
  ],
}
