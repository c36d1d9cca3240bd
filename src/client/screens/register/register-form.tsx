import { useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, useState } from 'react'
import { referralCodeAtom } from '../../atoms/referral-code.ts'
import { signUpAtom } from '../../atoms/session.ts'
import { newEmailFault, newPasswordFault, referralFault } from '../../atoms/sign-in-rules.ts'
import { text } from '../../text/en.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Strength } from '../../ui/strength.tsx'
import { TextField } from '../../ui/text-field.tsx'

export function RegisterForm() {
  const signUp = useSetAtom(signUpAtom)
  const kept = useAtomValue(referralCodeAtom)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState(kept)
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const faults = { email: newEmailFault(email), password: newPasswordFault(password), code: referralFault(code) }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    setRefusal(undefined)
    if (isBusy || faults.email || faults.password || faults.code) return
    setBusy(true)
    setRefusal(await signUp({ email: email.trim(), password, referrer_uid: code === '' ? null : Number(code) }))
    setBusy(false)
  }
  return (
    <form onSubmit={submit} noValidate>
      <TextField
        label={text.auth.email}
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        value={email}
        onType={setEmail}
        fault={isTried ? faults.email : undefined}
      />
      <PasswordField
        label={text.auth.password}
        show={text.auth.showPassword}
        hide={text.auth.hidePassword}
        autoComplete="new-password"
        value={password}
        onType={setPassword}
        fault={isTried ? faults.password : undefined}
      />
      <Strength password={password} words={text.auth.strength} />
      <ReferralField code={code} onType={setCode} fault={isTried ? faults.code : undefined} />
      {refusal !== undefined && (
        <p className="fault auth-refusal" role="alert">
          <Icon name="alert" size={16} />
          {refusal}
        </p>
      )}
      <Button kind="primary" isSubmit busy={isBusy ? text.auth.signingUp : undefined}>
        {text.auth.signUp}
      </Button>
      <p className="auth-terms">
        {text.auth.accept[0]}
        <b>{text.auth.accept[1]}</b>
        {text.auth.accept[2]}
        <b>{text.auth.accept[3]}</b>
        {text.auth.accept[4]}
      </p>
    </form>
  )
}

type ReferralProps = { code: string; onType: (code: string) => void; fault: string | undefined }

function ReferralField({ code, onType, fault }: ReferralProps) {
  return (
    <TextField
      label={
        <>
          {text.auth.referral} <small>{text.auth.optional}</small>
        </>
      }
      name="referral"
      inputMode="numeric"
      autoComplete="off"
      placeholder={text.auth.referralHint}
      value={code}
      onType={(typed) => /^\d{0,9}$/.test(typed) && onType(typed)}
      fault={fault}
      trailing={code !== '' && !referralFault(code) && <Icon name="check" size={20} />}
    />
  )
}
