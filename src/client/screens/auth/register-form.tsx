import { useAtomValue, useSetAtom } from 'jotai'
import { bareCode } from '../../../contract/digits.ts'
import { pages } from '../../../contract/pages.ts'
import { FooterLink } from '../../components/footer-link.tsx'
import { PasswordStrength } from '../../components/password-strength.tsx'
import { links } from '../../platform/environment.ts'
import { signUpAtom } from '../../state/auth/password-login.ts'
import { referralCodeAtom } from '../../state/auth/referral-code.ts'
import { newEmailError, newPasswordError, referralError } from '../../state/auth/validate-credentials.ts'
import { appText } from '../../text/app.ts'
import { authText } from '../../text/auth.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Icon } from '../../ui/icon.tsx'
import style from './auth.module.css'
import { EmailField, Password } from './credential-fields.tsx'

export function RegisterForm() {
  const signUp = useSetAtom(signUpAtom)
  const { values, field, submit, isBusy, formError } = useForm({
    initial: { email: '', password: '', code: useAtomValue(referralCodeAtom) },
    errorsOf: ({ email, password, code }) => ({
      email: newEmailError(email),
      password: newPasswordError(password),
      code: referralError(code),
    }),
    send: ({ email, password, code }) =>
      signUp({ email: email.trim(), password, referrer_uid: code === '' ? null : Number(code) }),
  })
  return (
    <form onSubmit={submit} noValidate>
      <EmailField {...field('email')} />
      <Password {...field('password')} isNew />
      <PasswordStrength password={values.password} labels={authText.strength} />
      <ReferralField {...field('code')} />
      <FormError>{formError}</FormError>
      <Button kind="primary" isSubmit busy={isBusy ? authText.signingUp : undefined}>
        {authText.signUp}
      </Button>
      <p className={style.terms}>
        {authText.accept[0]}
        <FooterLink external={links.terms} to={pages.terms} name={appText.footer.terms} />
        {authText.accept[1]}
        <FooterLink external={links.privacy} to={pages.privacy} name={appText.footer.privacy} />
        {authText.accept[2]}
      </p>
    </form>
  )
}

type ReferralProps = { value: string; onType: (code: string) => void; error: string | undefined }

function ReferralField({ value, onType, error }: ReferralProps) {
  return (
    <TextField
      label={
        <>
          {authText.referral} <small>{authText.optional}</small>
        </>
      }
      name="referral"
      inputMode="numeric"
      autoComplete="off"
      placeholder={authText.referralHint}
      value={value}
      onType={(typed) => onType(bareCode(typed))}
      error={error}
      trailing={value !== '' && !referralError(value) && <Icon name="check" size={20} />}
    />
  )
}
