import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { confirmEmailAtom } from '../../state/account/confirm-email.ts'
import { emailTokenAtom } from '../../state/auth/oauth-callback.ts'
import { authText } from '../../text/auth.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import style from './auth.module.css'
import { MissingToken } from './missing-token.tsx'

/** Needs a click: mail scanners open links before their recipients do. */
export default function ConfirmScreen() {
  const confirm = useSetAtom(confirmEmailAtom)
  const [isDone, setDone] = useState(false)
  const { submit, isBusy, formError } = useForm({
    initial: {},
    errorsOf: () => ({}),
    async send() {
      const error = await confirm()
      setDone(error === undefined)
      return error
    },
  })
  if (useAtomValue(emailTokenAtom) === undefined) return <MissingToken again="/" />
  if (isDone)
    return (
      <>
        <h1>{authText.emailLinks.confirmedTitle}</h1>
        <p className={style.lead} data-on-phone role="status">
          {authText.emailLinks.confirmedLine}
        </p>
        <ButtonLink to="/" kind="primary">
          {authText.emailLinks.goOn}
        </ButtonLink>
      </>
    )
  return (
    <>
      <h1>{authText.emailLinks.confirmTitle}</h1>
      <p className={style.lead} data-on-phone>
        {authText.emailLinks.confirmLead}
      </p>
      <form onSubmit={submit}>
        <FormError>{formError}</FormError>
        <Button kind="primary" isSubmit busy={isBusy ? authText.emailLinks.confirming : undefined}>
          {authText.emailLinks.confirm}
        </Button>
      </form>
    </>
  )
}
