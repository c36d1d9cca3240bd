import type { ReactNode } from 'react'
import type { Proof, ProofKind } from '../../../contract/account-views.ts'
import { text } from '../../text/en.ts'
import { proof as words } from '../../text/en-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/refusal.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useForm } from '../../ui/use-form.ts'
import { ProofFields, proofFaults } from './proof-fields.tsx'

type Props = {
  title: string
  line: string
  /** The verb on the button. */
  action: string
  kind: ProofKind
  /** Fields of its own, above the proof. */
  children?: ReactNode
  /** Undefined when it worked, else what to say. */
  onConfirm: (proof: Proof) => Promise<string | undefined>
  onClose: () => void
}

/** Says what will happen, asks for proof, does it, and closes; or says why not and stays. */
export function ProofSheet({ title, line, action, kind, children, onConfirm, onClose }: Props) {
  const { field, submit, sendWith, isBusy, refusal } = useForm({
    begin: { code: '', password: '' },
    faultsOf: (values) => proofFaults(kind, values),
    async send({ code, password }) {
      const proofs = { code: { code: code.trim() }, password: { password }, 'sign-in': {} }
      const why = await onConfirm(proofs[kind])
      if (why === undefined) onClose()
      return why
    },
  })
  return (
    <Sheet title={title} close={text.close} onClose={onClose}>
      <form className="settings-form" noValidate onSubmit={submit}>
        <p className="settings-hint">{line}</p>
        {children}
        <ProofFields kind={kind} field={field} onFull={(code) => sendWith('code', code)} />
        <Refusal>{refusal}</Refusal>
        <Button kind="primary" isSubmit busy={isBusy ? words.working : undefined}>
          {action}
        </Button>
      </form>
    </Sheet>
  )
}
