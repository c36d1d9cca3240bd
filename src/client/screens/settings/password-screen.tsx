import { useSetAtom } from 'jotai'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { setPasswordAtom } from '../../atoms/account.ts'
import { notifyAtom } from '../../atoms/host.ts'
import { newPasswordFault, passwordFault } from '../../atoms/sign-in-rules.ts'
import { text } from '../../text/en.ts'
import { proof, password as words } from '../../text/en-settings.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Strength } from '../../ui/strength.tsx'
import { proofFault } from './proof-fields.tsx'
import { useProfile } from './settings-layout.tsx'

const EMPTY = { current: '', password: '', repeat: '', code: '' }
type Typed = typeof EMPTY
type Faults = Readonly<Partial<Record<keyof Typed, string | undefined>>>

/** A first password, or another one. */
export default function PasswordScreen() {
  const { has_password: hasPassword, has_2fa: hasFactor } = useProfile()
  const [typed, setTyped] = useState(EMPTY)
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const save = useSetAtom(setPasswordAtom)
  const notify = useSetAtom(notifyAtom)
  const navigate = useNavigate()
  const { current, password, repeat, code } = typed
  const faults: Faults = {
    current: hasPassword ? passwordFault(current) : undefined,
    password: newPasswordFault(password),
    repeat: repeat === password ? undefined : words.differs,
    code: hasFactor ? proofFault('code', { code }) : undefined,
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    setRefusal(undefined)
    if (isBusy || Object.values(faults).some((fault) => fault !== undefined)) return
    setBusy(true)
    const said = await save({ password, ...(hasPassword && { current_password: current }), ...(hasFactor && { code }) })
    setBusy(false)
    setRefusal(said)
    setTyped({ ...typed, code: '' })
    if (said !== undefined) return
    notify({ kind: 'success', title: words.saved })
    navigate('/settings/security')
  }
  return (
    <form className="settings-form" noValidate onSubmit={submit}>
      <h2>{hasPassword ? words.changeTitle : words.setTitle}</h2>
      <p className="settings-warning">
        <Icon name="info" size={16} />
        {words.hold}
      </p>
      <Fields typed={typed} onType={setTyped} faults={isTried ? faults : {}} asks={{ hasPassword, hasFactor }} />
      {refusal !== undefined && (
        <p className="fault" role="alert">
          <Icon name="alert" size={16} />
          {refusal}
        </p>
      )}
      <Button kind="primary" isSubmit busy={isBusy ? words.saving : undefined}>
        {words.save}
      </Button>
    </form>
  )
}

type FieldsProps = {
  typed: Typed
  onType: (typed: Typed) => void
  faults: Faults
  asks: { hasPassword: boolean; hasFactor: boolean }
}

function Fields({ typed, onType, faults, asks }: FieldsProps) {
  const field = (name: keyof Typed) => ({
    value: typed[name],
    onType: (value: string) => onType({ ...typed, [name]: value }),
    fault: faults[name],
  })
  const plain = { show: text.auth.showPassword, hide: text.auth.hidePassword }
  return (
    <>
      {asks.hasPassword && (
        <PasswordField {...plain} {...field('current')} label={words.current} autoComplete="current-password" />
      )}
      <PasswordField {...plain} {...field('password')} label={words.fresh} autoComplete="new-password" />
      <Strength password={typed.password} words={text.auth.strength} />
      <PasswordField {...plain} {...field('repeat')} label={words.repeat} autoComplete="new-password" />
      {asks.hasFactor && <CodeField {...field('code')} label={proof.code} />}
    </>
  )
}
