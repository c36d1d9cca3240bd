import { type FormEvent, type ReactNode, useState } from 'react'
import type { Proof, ProofKind } from '../../../contract/account-views.ts'
import { text } from '../../text/en.ts'
import { proof as words } from '../../text/en-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { ProofFields, proofFault } from './proof-fields.tsx'

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
  const [proof, setProof] = useState<Proof>({})
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const confirm = async (given: Proof) => {
    if (isBusy) return
    const missing = proofFault(kind, given)
    setFault(missing)
    if (missing !== undefined) return
    setBusy(true)
    const said = await onConfirm(given)
    setBusy(false)
    setFault(said)
    if (said === undefined) onClose()
    else if (kind === 'code') setProof({})
  }
  return (
    <Sheet title={title} close={text.close} onClose={onClose}>
      <form
        className="settings-form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void confirm(proof)
        }}
      >
        <p className="settings-hint">{line}</p>
        {children}
        <ProofFields
          kind={kind}
          proof={proof}
          onType={(typed) => {
            setProof(typed)
            setFault(undefined)
          }}
          onFull={(full) => void confirm(full)}
          fault={fault}
        />
        <Button kind="primary" isSubmit busy={isBusy ? words.working : undefined}>
          {action}
        </Button>
      </form>
    </Sheet>
  )
}
