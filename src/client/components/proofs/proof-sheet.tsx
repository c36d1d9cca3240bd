import type { ReactNode } from 'react'
import type { Proof } from '../../../contract/account/calls.ts'
import type { ProofKind } from '../../../contract/account/views.ts'
import { appText } from '../../text/app.ts'
import { settingsText } from '../../text/settings.ts'
import { Form } from '../../ui/form/form.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { Hint } from '../../ui/form/hint.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { CommitButton } from '../commit-button.tsx'
import { ProofFields, proofErrors } from './proof-fields.tsx'

const text = settingsText.proof

type Props = {
  title: string
  line: string
  /** Text of the submit button. */
  action: string
  /** What it asks for, in this order. */
  kinds: readonly ProofKind[]
  /** Additional fields above the proof. */
  children?: ReactNode
  /** Resolves to undefined when it worked, else to the error text. */
  onConfirm: (proof: Proof) => Promise<string | undefined>
  onClose: () => void
}

/** Explains an action, asks for proof of identity, runs the action, and closes when it worked. */
export function ProofSheet({ title, line, action, kinds, children, onConfirm, onClose }: Props) {
  const { field, submit, submitWith, isBusy, formError } = useForm({
    initial: { code: '', password: '' },
    errorsOf: (values) => ({
      code: kinds.includes('code') ? proofErrors('code', values).code : undefined,
      password: kinds.includes('password') ? proofErrors('password', values).password : undefined,
    }),
    async send({ code, password }) {
      const error = await onConfirm({
        ...(kinds.includes('password') && { password }),
        ...(kinds.includes('code') && { code: code.trim() }),
      })
      if (error === undefined) onClose()
      return error
    },
  })
  return (
    <Sheet title={title} close={appText.close} onClose={onClose}>
      <Form onSubmit={submit}>
        <Hint>{line}</Hint>
        {children}
        {kinds.map((kind) => (
          <ProofFields key={kind} kind={kind} field={field} onFull={(code) => submitWith('code', code)} />
        ))}
        <FormError>{formError}</FormError>
        <CommitButton isSubmit busy={isBusy ? text.working : undefined}>
          {action}
        </CommitButton>
      </Form>
    </Sheet>
  )
}
