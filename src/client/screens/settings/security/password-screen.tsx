import { useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { PasswordStrength } from '../../../components/password-strength.tsx'
import { proofErrors } from '../../../components/proofs/proof-fields.tsx'
import { setPasswordAtom } from '../../../state/account/credentials.ts'
import { notifyAtom } from '../../../state/app/host.ts'
import { newPasswordError, passwordError } from '../../../state/auth/validate-credentials.ts'
import { authText } from '../../../text/auth.ts'
import { settingsText } from '../../../text/settings.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeField } from '../../../ui/form/code-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useProfile } from '../frame/settings-layout.tsx'
import style from './password-screen.module.css'

const text = settingsText.password

const PLAIN = { show: authText.showPassword, hide: authText.hidePassword } as const

/** Sets or changes the password. */
export default function PasswordScreen() {
  const { has_password: hasPassword, has_2fa: hasFactor } = useProfile()
  const save = useSetAtom(setPasswordAtom)
  const notify = useSetAtom(notifyAtom)
  const navigate = useNavigate()
  const { values, field, submit, isBusy, formError } = useForm({
    initial: { current: '', password: '', repeat: '', code: '' },
    errorsOf: ({ current, password, repeat, code }) => ({
      current: hasPassword ? passwordError(current) : undefined,
      password: newPasswordError(password),
      repeat: repeat === password ? undefined : text.differs,
      code: hasFactor ? proofErrors('code', { code }).code : undefined,
    }),
    async send({ current, password, code }) {
      const error = await save({
        password,
        ...(hasPassword && { current_password: current }),
        ...(hasFactor && { code }),
      })
      if (error !== undefined) return error
      notify({ kind: 'success', title: text.saved })
      navigate('/settings/security')
      return undefined
    },
  })
  return (
    <Form className={style.form} onSubmit={submit}>
      <h2>{hasPassword ? text.changeTitle : text.setTitle}</h2>
      <p className={style.warning}>
        <Icon name="info" size={16} className={style.warningIcon} />
        {text.changeLine}
      </p>
      {hasPassword && (
        <PasswordField {...PLAIN} {...field('current')} label={text.current} autoComplete="current-password" />
      )}
      <PasswordField {...PLAIN} {...field('password')} label={text.fresh} autoComplete="new-password" />
      <PasswordStrength password={values.password} labels={authText.strength} />
      <PasswordField {...PLAIN} {...field('repeat')} label={text.repeat} autoComplete="new-password" />
      {hasFactor && <CodeField {...field('code')} label={settingsText.proof.code} />}
      <FormError>{formError}</FormError>
      <Button kind="primary" isSubmit busy={isBusy ? text.saving : undefined}>
        {text.save}
      </Button>
    </Form>
  )
}
