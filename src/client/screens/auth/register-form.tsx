import { useAtomValue, useSetAtom } from 'jotai'
import { referralCodeAtom } from '../../atoms/referral-code.ts'
import { signUpAtom } from '../../atoms/session.ts'
import { newEmailFault, newPasswordFault, referralFault } from '../../atoms/sign-in-rules.ts'
import { text } from '../../text/en.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Refusal } from '../../ui/refusal.tsx'
import { Strength } from '../../ui/strength.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { EmailField, Password } from './credential-fields.tsx'

export function RegisterForm() {
  const signUp = useSetAtom(signUpAtom)
  const { values, field, submit, isBusy, refusal } = useForm({
    begin: { email: '', password: '', code: useAtomValue(referralCodeAtom) },
    faultsOf: ({ email, password, code }) => ({
      email: newEmailFault(email),
      password: newPasswordFault(password),
      code: referralFault(code),
    }),
    send: ({ email, password, code }) =>
      signUp({ email: email.trim(), password, referrer_uid: code === '' ? null : Number(code) }),
  })
  return (
    <form onSubmit={submit} noValidate>
      <EmailField {...field('email')} />
      <Password {...field('password')} isNew />
      <Strength password={values.password} words={text.auth.strength} />
      <ReferralField {...field('code')} />
      <Refusal>{refusal}</Refusal>
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

type ReferralProps = { value: string; onType: (code: string) => void; fault: string | undefined }

function ReferralField({ value, onType, fault }: ReferralProps) {
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
      value={value}
      onType={(typed) => /^\d{0,9}$/.test(typed) && onType(typed)}
      fault={fault}
      trailing={value !== '' && !referralFault(value) && <Icon name="check" size={20} />}
    />
  )
}
