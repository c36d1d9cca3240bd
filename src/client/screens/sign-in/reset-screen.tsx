import { useAtomValue, useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { letterTokenAtom } from '../../atoms/arrival.ts'
import { notifyAtom } from '../../atoms/host.ts'
import { resetAtom } from '../../atoms/letters.ts'
import { newPasswordFault } from '../../atoms/sign-in-rules.ts'
import { text } from '../../text/en.ts'
import { letters } from '../../text/en-sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/refusal.tsx'
import { Strength } from '../../ui/strength.tsx'
import { useForm } from '../../ui/use-form.ts'
import { Password } from './credential-fields.tsx'
import { NoToken } from './no-token.tsx'

export default function ResetScreen() {
  const reset = useSetAtom(resetAtom)
  const notify = useSetAtom(notifyAtom)
  const navigate = useNavigate()
  const { values, field, submit, isBusy, refusal } = useForm({
    begin: { password: '' },
    faultsOf: ({ password }) => ({ password: newPasswordFault(password) }),
    async send({ password }) {
      const why = await reset(password)
      if (why !== undefined) return why
      notify({ kind: 'success', title: letters.saved, detail: letters.savedLine })
      await navigate('/login', { replace: true })
      return undefined
    },
  })
  if (useAtomValue(letterTokenAtom) === undefined) return <NoToken again="/forgot" />
  return (
    <>
      <h1>{letters.resetTitle}</h1>
      <p className="auth-lead" data-kept>
        {letters.resetLead}
      </p>
      <form onSubmit={submit} noValidate>
        <Password {...field('password')} label={letters.newPassword} isNew />
        <Strength password={values.password} words={text.auth.strength} />
        <Refusal>{refusal}</Refusal>
        <Button kind="primary" isSubmit busy={isBusy ? letters.saving : undefined}>
          {letters.save}
        </Button>
      </form>
    </>
  )
}
