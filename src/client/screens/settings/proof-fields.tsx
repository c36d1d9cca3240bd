import type { Proof, ProofKind } from '../../../contract/account-views.ts'
import { text } from '../../text/en.ts'
import { proof as words } from '../../text/en-settings.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

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
      return (
        <CodeField
          label={words.code}
          value={proof.code ?? ''}
          onType={(code) => onType({ code })}
          onFull={(code) => onFull({ code })}
          fault={fault}
        />
      )
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

/** What is missing before anything is sent. */
export function proofFault(kind: ProofKind, { code = '', password = '' }: Proof): string | undefined {
  if (kind === 'code' && !/^\d{6}$/.test(code)) return words.enterCode
  if (kind === 'password' && password === '') return words.enterPassword
  return undefined
}
