import type { ReactNode } from 'react'
import type { Proof } from '../../contract/account/calls.ts'
import type { ProofKind } from '../../contract/account/views.ts'
import { appText } from '../text/app.ts'
import { settingsText } from '../text/settings.ts'
import { Button } from '../ui/button.tsx'
import { FormError } from '../ui/form-error.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { useForm } from '../ui/use-form.ts'
import { ProofFields, proofErrors } from './proof-fields.tsx'

const text = settingsText.proof

type Props = {
  title: string
  line: string
  /** Text of the submit button. */
  action: string
  kind: ProofKind
  /** Additional fields above the proof. */
  children?: ReactNode
  /** Resolves to undefined when it worked, else to the error text. */
  onConfirm: (proof: Proof) => Promise<string | undefined>
  onClose: () => void
}

/** Explains an action, asks for proof of identity, runs the action, and closes when it worked. */
export function ProofSheet({ title, line, action, kind, children, onConfirm, onClose }: Props) {
  const { field, submit, submitWith, isBusy, formError } = useForm({
    initial: { code: '', password: '' },
    errorsOf: (values) => proofErrors(kind, values),
    async send({ code, password }) {
      const proofs = { code: { code: code.trim() }, password: { password }, 'sign-in': {} }
      const error = await onConfirm(proofs[kind])
      if (error === undefined) onClose()
      return error
    },
  })
  return (
    <Sheet title={title} close={appText.close} onClose={onClose}>
      <form className="settings-form" noValidate onSubmit={submit}>
        <p className="settings-hint">{line}</p>
        {children}
        <ProofFields kind={kind} field={field} onFull={(code) => submitWith('code', code)} />
        <FormError>{formError}</FormError>
        <Button kind="primary" isSubmit busy={isBusy ? text.working : undefined}>
          {action}
        </Button>
      </form>
    </Sheet>
  )
}
