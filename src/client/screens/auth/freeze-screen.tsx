import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { FreezeEffects } from '../../components/freeze-effects.tsx'
import { freezeByLinkAtom } from '../../state/account/freezes.ts'
import { emailTokenAtom } from '../../state/auth/oauth-callback.ts'
import { authText } from '../../text/auth.ts'
import { freezeText } from '../../text/freeze.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import style from './auth.module.css'
import styles from './link-screen.module.css'
import { MissingToken } from './missing-token.tsx'

const text = freezeText.page

type Result = { readonly kind: 'none' | 'done' } | { readonly kind: 'dead'; readonly message: string }

/** Freezes the account of the link after a click: mail scanners open links before their recipients do. */
export default function FreezeScreen() {
  const hasToken = useAtomValue(emailTokenAtom) !== undefined
  const [result, setResult] = useState<Result>({ kind: 'none' })
  if (!hasToken) return <MissingToken again="/" line={text.noToken} />
  switch (result.kind) {
    case 'none':
      return <Freeze onResult={setResult} />
    case 'dead':
      return (
        <>
          <h1>{text.invalidTitle}</h1>
          <div className={styles.actions}>
            <FormError>{result.message}</FormError>
            <ButtonLink to="/">{authText.emailLinks.goOn}</ButtonLink>
          </div>
        </>
      )
    case 'done':
      return (
        <>
          <h1>{text.doneTitle}</h1>
          <p className={style.lead} data-on-phone role="status">
            {text.done}
          </p>
          <ButtonLink to="/settings/security" kind="primary">
            {text.checkDevices}
          </ButtonLink>
        </>
      )
  }
}

function Freeze({ onResult }: { onResult: (result: Result) => void }) {
  const send = useSetAtom(freezeByLinkAtom)
  const { submit, isBusy, formError } = useForm({
    initial: {},
    errorsOf: () => ({}),
    async send() {
      const failure = await send()
      if (failure === undefined) onResult({ kind: 'done' })
      else if (failure.isDead) onResult({ kind: 'dead', message: failure.message })
      return failure?.message
    },
  })
  return (
    <>
      <h1>{text.title}</h1>
      <p className={style.lead} data-on-phone>
        {text.lead}
      </p>
      <FreezeEffects />
      <form onSubmit={submit}>
        <FormError>{formError}</FormError>
        <Button kind="primary" isSubmit busy={isBusy ? text.freezing : undefined}>
          {text.freeze}
        </Button>
      </form>
    </>
  )
}
