import { useState } from 'react'
import type { Proof, ProofKind } from '../../../contract/account-views.ts'
import { text } from '../../text/en.ts'
import { proof as words } from '../../text/en-settings.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { RecoveryField } from '../../ui/recovery-field.tsx'

type Field = { value: string; onType: (value: string) => void; fault: string | undefined }

type Props = {
  kind: ProofKind
  field: (name: 'code' | 'password') => Field
  onFull: (code: string) => void
}

/** That it is the owner who asks: a code, a password, or having signed in just now. */
export function ProofFields({ kind, field, onFull }: Props) {
  switch (kind) {
    case 'code':
      return <Code {...field('code')} onFull={onFull} />
    case 'password':
      return (
        <PasswordField
          {...field('password')}
          label={words.password}
          show={text.auth.showPassword}
          hide={text.auth.hidePassword}
          autoComplete="current-password"
        />
      )
    case 'sign-in':
      return <p className="settings-hint">{words.signIn}</p>
  }
}

/** Of the app, or where the device is lost one of those that were kept. */
function Code({ onFull, ...field }: Field & { onFull: (code: string) => void }) {
  const [isLost, setLost] = useState(false)
  return (
    <>
      {isLost ? (
        <RecoveryField {...field} label={words.recovery} />
      ) : (
        <CodeField {...field} label={words.code} onFull={onFull} />
      )}
      <button
        type="button"
        className="text-key"
        onClick={() => {
          setLost(!isLost)
          field.onType('')
        }}
      >
        {isLost ? words.useApp : words.lost}
      </button>
    </>
  )
}

/** What is missing before anything is sent. */
export function proofFaults(kind: ProofKind, { code = '', password = '' }: Proof) {
  const isCode = /^(\d{6}|[A-Za-z2-7]{4}([ -]?[A-Za-z2-7]{4}){3})$/.test(code.trim())
  return {
    code: kind === 'code' && !isCode ? words.enterCode : undefined,
    password: kind === 'password' && password === '' ? words.enterPassword : undefined,
  }
}
