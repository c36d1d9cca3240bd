import { useAtom, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import type { TwoFactorSetup as Secret } from '../../../../contract/account/views.ts'
import { ProofFields, proofErrors } from '../../../components/proofs/proof-fields.tsx'
import { proofKind } from '../../../state/account/credentials.ts'
import { confirmTwoFactorAtom, setupAtom } from '../../../state/account/two-factor.ts'
import { appText } from '../../../text/app.ts'
import { settingsText } from '../../../text/settings.ts'
import { ButtonRow } from '../../../ui/actions.tsx'
import { Button, ButtonAnchor } from '../../../ui/button.tsx'
import { CodeField } from '../../../ui/form/code-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { Hint } from '../../../ui/form/hint.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { useWideScreen } from '../../../ui/use-wide-screen.ts'
import { useProfile } from '../frame/settings-layout.tsx'
import { CopyButton } from './copy-button.tsx'
import style from './two-factor.module.css'

const text = settingsText.twoFactor

/** Setup in three steps: install an app, scan the secret, enter a code. */
export function TwoFactorSetup() {
  const [setup, retry] = useAtom(setupAtom)
  const isWide = useWideScreen()
  if (setup.state === 'failed')
    return (
      <EmptyState icon="alert" title={setup.message} line={text.failedLoad} isError>
        <Button size="small" onClick={() => void retry()}>
          {appText.retry}
        </Button>
      </EmptyState>
    )
  return (
    <ol className={style.steps}>
      <Step title={text.steps[0]}>
        <Hint>{text.appLine}</Hint>
      </Step>
      <Step title={text.steps[1]}>
        <Hint>{isWide ? text.scanLine : text.openLine}</Hint>
        {setup.state === 'ready' ? (
          <SetupSecret setup={setup.setup} isWide={isWide} />
        ) : (
          <Skeleton width={180} height={180} />
        )}
      </Step>
      <Step title={text.steps[2]}>
        <Confirm />
      </Step>
    </ol>
  )
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <h2>{title}</h2>
      {children}
    </li>
  )
}

/** A phone cannot scan its own screen: there the QR code is the second way. */
function SetupSecret({ setup: { qr_code, secret, otpauth_url }, isWide }: { setup: Secret; isWide: boolean }) {
  const code = <img src={qr_code} alt={text.qr} width={180} height={180} />
  return (
    <div className={style.secret}>
      {isWide && code}
      <p>
        <small>{text.key}</small>
        <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <ButtonRow>
        <ButtonAnchor size="small" kind={isWide ? 'quiet' : 'tinted'} href={otpauth_url}>
          {text.openApp}
        </ButtonAnchor>
        <CopyButton text={secret} />
      </ButtonRow>
      {!isWide && <Hint>{text.otherDevice}</Hint>}
      {!isWide && code}
    </div>
  )
}

function Confirm() {
  const kind = proofKind(useProfile())
  const confirm = useSetAtom(confirmTwoFactorAtom)
  const { field, submit, submitWith, isBusy, formError } = useForm({
    initial: { code: '', password: '' },
    errorsOf: ({ code, password }) => ({
      code: proofErrors('code', { code }).code,
      password: proofErrors(kind, { password }).password,
    }),
    send: ({ code, password }) => confirm({ code, ...(kind === 'password' && { password }) }),
  })
  const sendCode = (code: string) => submitWith('code', code)
  return (
    <Form onSubmit={submit}>
      <ProofFields kind={kind} field={field} onFull={sendCode} />
      <CodeField {...field('code')} label={text.code} onFull={sendCode} />
      <FormError>{formError}</FormError>
      <Button kind="primary" isSubmit busy={isBusy ? text.checking : undefined}>
        {text.turnOn}
      </Button>
    </Form>
  )
}
