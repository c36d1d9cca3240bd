import { useAtomValue, useSetAtom } from 'jotai'
import { CommitButton } from '../../../components/commit-button.tsx'
import { ProofFields, proofErrors } from '../../../components/proofs/proof-fields.tsx'
import { amountText } from '../../../state/convert/convert-figures.ts'
import { moveWithdrawAtom, withdrawDraftOf } from '../../../state/withdraw/form.ts'
import { sendWithdrawalAtom } from '../../../state/withdraw/send.ts'
import { withdrawText } from '../../../text/withdraw.ts'
import { ButtonRow, SheetActions, SheetLine } from '../../../ui/actions.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { StepView } from '../../../ui/overlays/step-view.tsx'
import { shortAddress } from '../funds/address-text.tsx'
import { StepForm } from '../funds/step-form.tsx'
import type { StepProps } from './step-props.ts'

/** The 2FA code, which sends the withdrawal when it is complete. */
export function CodeStep({ user, coin, network }: StepProps) {
  const { address, amount } = useAtomValue(withdrawDraftOf(user))
  const move = useSetAtom(moveWithdrawAtom)
  const send = useSetAtom(sendWithdrawalAtom)
  const { field, submit, submitWith, isBusy, formError } = useForm({
    initial: { code: '', password: '' },
    errorsOf: (values) => proofErrors('code', values),
    send: ({ code }) => send({ user, currency: coin.id, network: network.id }, code.trim()),
  })
  const back = () => {
    if (!isBusy) move(user, -1)
  }
  return (
    <StepView label={withdrawText.titles.code()} onBack={back}>
      <StepForm onSubmit={submit}>
        <SheetLine>{withdrawText.codeLine(amountText(amount, coin.symbol), shortAddress(address))}</SheetLine>
        <ProofFields kind="code" field={field} onFull={(code) => submitWith('code', code)} />
        <FormError>{formError}</FormError>
        <SheetActions>
          <ButtonRow>
            <Button onClick={back}>{withdrawText.back}</Button>
            <CommitButton isSubmit busy={isBusy ? withdrawText.sending : undefined}>
              {withdrawText.submit}
            </CommitButton>
          </ButtonRow>
        </SheetActions>
      </StepForm>
    </StepView>
  )
}
