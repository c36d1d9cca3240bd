import { useState } from 'react'
import type { Proof } from '../../../contract/account/calls.ts'
import type { ProofKind } from '../../../contract/account/views.ts'
import { bareCode } from '../../../contract/digits.ts'
import { authText } from '../../text/auth.ts'
import { settingsText } from '../../text/settings.ts'
import { CodeField } from '../../ui/form/code-field.tsx'
import { Hint } from '../../ui/form/hint.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { RecoveryField } from '../recovery-field.tsx'
import style from './proof-fields.module.css'

const text = settingsText.proof

type Field = { value: string; onType: (value: string) => void; error: string | undefined }

type Props = {
  kind: ProofKind
  field: (name: 'code' | 'password') => Field
  onFull: (code: string) => void
}

/** Proof of identity: a code, the password, or a recent login. */
export function ProofFields({ kind, field, onFull }: Props) {
  switch (kind) {
    case 'code':
      return <Code {...field('code')} onFull={onFull} />
    case 'password':
      return (
        <PasswordField
          {...field('password')}
          label={text.password}
          show={authText.showPassword}
          hide={authText.hidePassword}
          autoComplete="current-password"
        />
      )
    case 'sign-in':
      return <Hint>{text.recentLogin}</Hint>
  }
}

/** A code of the authenticator app, or a recovery code. */
function Code({ onFull, ...field }: Field & { onFull: (code: string) => void }) {
  const [isRecovery, setRecovery] = useState(false)
  return (
    <>
      {isRecovery ? (
        <RecoveryField {...field} label={text.recovery} />
      ) : (
        <CodeField {...field} label={text.code} onFull={onFull} />
      )}
      <button
        type="button"
        className={style.otherProof}
        onClick={() => {
          setRecovery(!isRecovery)
          field.onType('')
        }}
      >
        {isRecovery ? text.useApp : text.lost}
      </button>
    </>
  )
}

/** Validation errors before the request. */
export function proofErrors(kind: ProofKind, { code = '', password = '' }: Proof) {
  const isCode = /^(\d{6}|[A-Z2-7]{16})$/i.test(bareCode(code))
  return {
    code: kind === 'code' && !isCode ? text.enterCode : undefined,
    password: kind === 'password' && password === '' ? text.enterPassword : undefined,
  }
}
