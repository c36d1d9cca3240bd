import { useAtom, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import type { TwoFactorSetup as Secret } from '../../../contract/account-views.ts'
import { proofKind } from '../../atoms/account.ts'
import { confirmTwoFactorAtom, setupAtom } from '../../atoms/two-factor.ts'
import { text } from '../../text/en.ts'
import { twoFactor as words } from '../../text/en-settings.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Refusal } from '../../ui/refusal.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useForm } from '../../ui/use-form.ts'
import { CopyKey } from './copy-key.tsx'
import { ProofFields, proofFaults } from './proof-fields.tsx'
import { useProfile } from './settings-layout.tsx'

/** An app, a secret for it, and a code of it as proof. */
export function TwoFactorSetup() {
  const [setup, begin] = useAtom(setupAtom)
  if (setup.state === 'failed')
    return (
      <Empty icon="alert" title={setup.words} line={words.failedLoad} isTrouble>
        <Button size="small" onClick={() => void begin()}>
          {text.retry}
        </Button>
      </Empty>
    )
  return (
    <ol className="steps">
      <Step title={words.steps[0]}>
        <p className="settings-hint">{words.appLine}</p>
      </Step>
      <Step title={words.steps[1]}>
        <p className="settings-hint">{words.scanLine}</p>
        {setup.state === 'ready' ? <SecretOf setup={setup.setup} /> : <Skeleton width={180} height={180} />}
      </Step>
      <Step title={words.steps[2]}>
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

function SecretOf({ setup: { qr_code, secret, otpauth_url } }: { setup: Secret }) {
  return (
    <div className="secret">
      <img src={qr_code} alt={words.qr} width={180} height={180} />
      <p>
        <small>{words.key}</small>
        <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <div className="key-row">
        <CopyKey text={secret} />
        <a className="button" data-kind="quiet" data-size="small" href={otpauth_url}>
          {words.openApp}
        </a>
      </div>
    </div>
  )
}

function Confirm() {
  const kind = proofKind(useProfile())
  const confirm = useSetAtom(confirmTwoFactorAtom)
  const { field, submit, sendWith, isBusy, refusal } = useForm({
    begin: { code: '', password: '' },
    faultsOf: ({ code, password }) => ({
      code: proofFaults('code', { code }).code,
      password: proofFaults(kind, { password }).password,
    }),
    send: ({ code, password }) => confirm({ code, ...(kind === 'password' && { password }) }),
  })
  const sendCode = (code: string) => sendWith('code', code)
  return (
    <form className="settings-form" noValidate onSubmit={submit}>
      <ProofFields kind={kind} field={field} onFull={sendCode} />
      <CodeField {...field('code')} label={words.code} onFull={sendCode} />
      <Refusal>{refusal}</Refusal>
      <Button kind="primary" isSubmit busy={isBusy ? words.checking : undefined}>
        {words.turnOn}
      </Button>
    </form>
  )
}
