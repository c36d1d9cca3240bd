import { type FormEvent, useState } from 'react'

type Values = Readonly<Record<string, string>>
/** In the words of what is wrong; a name that is not there is right. */
type Faults<V extends Values> = { readonly [Name in keyof V]?: string | undefined }

type Form<V extends Values> = {
  readonly begin: V
  readonly faultsOf: (values: V) => Faults<V>
  /** Undefined when it worked, else what to say. */
  readonly send: (values: V) => Promise<string | undefined>
}

/** A form that judges nothing before it is sent, sends once at a time, and says no until something is typed. */
export function useForm<V extends Values>({ begin, faultsOf, send }: Form<V>) {
  const [values, setValues] = useState(begin)
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const faults = faultsOf(values)

  const sendNow = async (now: V) => {
    setTried(true)
    setRefusal(undefined)
    if (isBusy || Object.values(faultsOf(now)).some((fault) => fault !== undefined)) return
    setBusy(true)
    setRefusal(await send(now))
    setBusy(false)
  }
  const type = (name: keyof V, value: string) => {
    setValues({ ...values, [name]: value })
    setRefusal(undefined)
  }
  return {
    values,
    isBusy,
    refusal,
    submit: (event: FormEvent) => {
      event.preventDefault()
      void sendNow(values)
    },
    /** Types and sends at once. */
    sendWith: (name: keyof V, value: string) => {
      type(name, value)
      void sendNow({ ...values, [name]: value })
    },
    field: (name: keyof V & string) => ({
      value: values[name] ?? '',
      onType: (value: string) => type(name, value),
      fault: isTried ? faults[name] : undefined,
    }),
  }
}
