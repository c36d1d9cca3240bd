import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { letterTokenAtom } from '../../atoms/arrival.ts'
import { confirmAtom } from '../../atoms/letters.ts'
import { letters } from '../../text/en-sign-in.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Refusal } from '../../ui/refusal.tsx'
import { useForm } from '../../ui/use-form.ts'
import { NoToken } from './no-token.tsx'

/** A press, because there are programs that open the links of letters before their readers do. */
export default function ConfirmScreen() {
  const confirm = useSetAtom(confirmAtom)
  const [isDone, setDone] = useState(false)
  const { submit, isBusy, refusal } = useForm({
    begin: {},
    faultsOf: () => ({}),
    async send() {
      const why = await confirm()
      setDone(why === undefined)
      return why
    },
  })
  if (useAtomValue(letterTokenAtom) === undefined) return <NoToken again="/" />
  if (isDone)
    return (
      <>
        <h1>{letters.confirmedTitle}</h1>
        <p className="auth-lead" data-kept role="status">
          {letters.confirmedLine}
        </p>
        <ButtonLink to="/" kind="primary">
          {letters.goOn}
        </ButtonLink>
      </>
    )
  return (
    <>
      <h1>{letters.confirmTitle}</h1>
      <p className="auth-lead" data-kept>
        {letters.confirmLead}
      </p>
      <form onSubmit={submit}>
        <Refusal>{refusal}</Refusal>
        <Button kind="primary" isSubmit busy={isBusy ? letters.confirming : undefined}>
          {letters.confirm}
        </Button>
      </form>
    </>
  )
}
