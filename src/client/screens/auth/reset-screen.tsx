import { useAtomValue, useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { PasswordStrength } from '../../components/password-strength.tsx'
import { notifyAtom } from '../../state/app/host.ts'
import { emailTokenAtom } from '../../state/auth/oauth-callback.ts'
import { resetPasswordAtom } from '../../state/auth/reset-password.ts'
import { newPasswordError } from '../../state/auth/validate-credentials.ts'
import { authText } from '../../text/auth.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import style from './auth.module.css'
import { Password } from './credential-fields.tsx'
import { MissingToken } from './missing-token.tsx'

export default function ResetScreen() {
  const reset = useSetAtom(resetPasswordAtom)
  const notify = useSetAtom(notifyAtom)
  const navigate = useNavigate()
  const { values, field, submit, isBusy, formError } = useForm({
    initial: { password: '' },
    errorsOf: ({ password }) => ({ password: newPasswordError(password) }),
    async send({ password }) {
      const error = await reset(password)
      if (error !== undefined) return error
      notify({ kind: 'success', title: authText.emailLinks.saved, detail: authText.emailLinks.savedLine })
      await navigate('/login', { replace: true })
      return undefined
    },
  })
  if (useAtomValue(emailTokenAtom) === undefined) return <MissingToken again="/forgot" />
  return (
    <>
      <h1>{authText.emailLinks.resetTitle}</h1>
      <p className={style.lead} data-on-phone>
        {authText.emailLinks.resetLead}
      </p>
      <form onSubmit={submit} noValidate>
        <Password {...field('password')} label={authText.emailLinks.newPassword} isNew />
        <PasswordStrength password={values.password} labels={authText.strength} />
        <FormError>{formError}</FormError>
        <Button kind="primary" isSubmit busy={isBusy ? authText.emailLinks.saving : undefined}>
          {authText.emailLinks.save}
        </Button>
      </form>
    </>
  )
}
