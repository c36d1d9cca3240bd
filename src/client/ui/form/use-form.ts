import { type FormEvent, useState } from 'react'

type Values = Readonly<Record<string, string>>
/** Error texts by field name; valid fields have none. */
type Errors<V extends Values> = { readonly [Name in keyof V]?: string | undefined }

type Form<V extends Values> = {
  readonly initial: V
  readonly errorsOf: (values: V) => Errors<V>
  /** Resolves to undefined when it worked, else to the error text, of the form or of one field. */
  readonly send: (values: V) => Promise<FormFailure | undefined>
}

/** One about a field that the form does not have is shown as one of the form. */
type FormFailure = string | { readonly field: string; readonly text: string }

/** Form state: validates on submit, sends once at a time, and clears the error of the server on the next edit. */
export function useForm<V extends Values>({ initial, errorsOf, send }: Form<V>) {
  const [values, setValues] = useState(initial)
  const [isSubmitted, setSubmitted] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<FormFailure>()
  const errors = errorsOf(values)
  const failedField = typeof failure === 'object' && failure.field in values ? failure : undefined

  const submitValues = async (now: V) => {
    setSubmitted(true)
    setFailure(undefined)
    if (isBusy || Object.values(errorsOf(now)).some((error) => error !== undefined)) return
    setBusy(true)
    setFailure(await send(now))
    setBusy(false)
  }
  const setValue = (name: keyof V, value: string) => {
    setValues((now) => ({ ...now, [name]: value }))
    setFailure(undefined)
  }
  return {
    values,
    isBusy,
    formError: failedField === undefined ? (typeof failure === 'object' ? failure.text : failure) : undefined,
    submit: (event: FormEvent) => {
      event.preventDefault()
      void submitValues(values)
    },
    /** Sets a value and submits. */
    submitWith: (name: keyof V, value: string) => {
      setValue(name, value)
      void submitValues({ ...values, [name]: value })
    },
    field: (name: keyof V & string) => ({
      value: values[name] ?? '',
      onType: (value: string) => setValue(name, value),
      error: (isSubmitted ? errors[name] : undefined) ?? (failedField?.field === name ? failedField.text : undefined),
    }),
  }
}
