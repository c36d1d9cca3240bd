import { useSetAtom } from 'jotai'
import { CommitButton } from '../../../components/commit-button.tsx'
import { FreezeEffects } from '../../../components/freeze-effects.tsx'
import { freezeAtom } from '../../../state/account/freezes.ts'
import { notifyAtom } from '../../../state/app/host.ts'
import { appText } from '../../../text/app.ts'
import { freezeText } from '../../../text/freeze.ts'
import { Form } from '../../../ui/form/form.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { Sheet } from '../../../ui/overlays/sheet.tsx'

const text = freezeText.settings

/** Explains a freeze, and freezes the account. */
export function FreezeSheet({ onClose }: { onClose: () => void }) {
  const freeze = useSetAtom(freezeAtom)
  const notify = useSetAtom(notifyAtom)
  const { submit, isBusy, formError } = useForm({
    initial: {},
    errorsOf: () => ({}),
    async send() {
      const error = await freeze()
      if (error !== undefined) return error
      notify({ kind: 'success', title: text.frozenNow })
      onClose()
      return undefined
    },
  })
  return (
    <Sheet title={text.freeze} close={appText.close} onClose={onClose}>
      <Form onSubmit={submit}>
        <FreezeEffects />
        <FormError>{formError}</FormError>
        <CommitButton isSubmit busy={isBusy ? text.freezing : undefined}>
          {text.freeze}
        </CommitButton>
      </Form>
    </Sheet>
  )
}
