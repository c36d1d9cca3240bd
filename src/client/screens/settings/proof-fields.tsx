import { useState } from 'react'
import type { Proof, ProofKind } from '../../../contract/account-views.ts'
import { text } from '../../text/en.ts'
import { proof as words } from '../../text/en-settings.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

type Props = {
  kind: ProofKind
  proof: Proof
  onType: (proof: Proof) => void
  onFull: (proof: Proof) => void
  fault: string | undefined
}

/** That it is the owner who asks: a code, a password, or having signed in just now. */
export function ProofFields({ kind, proof, onType, onFull, fault }: Props) {
  switch (kind) {
    case 'code':
      return <Code proof={proof} onType={onType} onFull={onFull} fault={fault} />
    case 'password':
      return (
        <PasswordField
          label={words.password}
          show={text.auth.showPassword}
          hide={text.auth.hidePassword}
          autoComplete="current-password"
          value={proof.password ?? ''}
          onType={(password) => onType({ password })}
          fault={fault}
        />
      )
    case 'sign-in':
      return <p className={fault === undefined ? 'settings-hint' : 'fault'}>{fault ?? words.signIn}</p>
  }
}

/** Of the app, or where the device is lost one of those that were kept. */
function Code({ proof: { code = '' }, onType, onFull, fault }: Omit<Props, 'kind'>) {
  const [isLost, setLost] = useState(false)
  const type = (typed: string) => onType({ code: typed })
  return (
    <>
      {isLost ? (
        <TextField
          label={words.recovery}
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="XXXX-XXXX-XXXX-XXXX"
          value={code}
          onType={type}
          fault={fault}
        />
      ) : (
        <CodeField
          label={words.code}
          value={code}
          onType={type}
          onFull={(full) => onFull({ code: full })}
          fault={fault}
        />
      )}
      <button
        type="button"
        className="text-key"
        onClick={() => {
          setLost(!isLost)
          type('')
        }}
      >
        {isLost ? words.useApp : words.lost}
      </button>
    </>
  )
}

/** What is missing before anything is sent. */
export function proofFault(kind: ProofKind, { code = '', password = '' }: Proof): string | undefined {
  if (kind === 'code' && !/^(\d{6}|[A-Za-z2-7]{4}([ -]?[A-Za-z2-7]{4}){3})$/.test(code.trim())) return words.enterCode
  if (kind === 'password' && password === '') return words.enterPassword
  return undefined
}
