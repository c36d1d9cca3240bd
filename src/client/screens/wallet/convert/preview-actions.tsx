import { useAtomValue, useSetAtom } from 'jotai'
import { CommitButton } from '../../../components/commit-button.tsx'
import { coinsOf } from '../../../state/convert/form.ts'
import { acceptRateAtom, backToFormAtom, isWorseOf, refreshAtom } from '../../../state/convert/preview.ts'
import { quoteOf } from '../../../state/convert/quote.ts'
import { confirmAtom } from '../../../state/convert/send.ts'
import type { SentStep } from '../../../state/convert/step.ts'
import { convertText } from '../../../text/convert.ts'
import { ButtonRow, SheetActions, SheetFoot } from '../../../ui/actions.tsx'
import { Button } from '../../../ui/button.tsx'

type Props = { user: string; step: SentStep }

/** Back, and one button: convert, accept a worse rate, or get a new quote. */
export function PreviewActions({ user, step }: Props) {
  const back = useSetAtom(backToFormAtom)
  const isSent = step.name === 'converting'
  return (
    <SheetActions>
      <ButtonRow>
        {!isSent && <Button onClick={() => back(user)}>{convertText.back}</Button>}
        <NextButton user={user} step={step} />
      </ButtonRow>
      <SheetFoot>{convertText.guaranteed}</SheetFoot>
    </SheetActions>
  )
}

function NextButton({ user, step }: Props) {
  const { state } = useAtomValue(quoteOf(user))
  const isWorse = useAtomValue(isWorseOf(user))
  const coins = useAtomValue(coinsOf(user))
  const confirm = useSetAtom(confirmAtom)
  const accept = useSetAtom(acceptRateAtom)
  const refresh = useSetAtom(refreshAtom)
  if (step.name === 'converting')
    return (
      <CommitButton busy={step.isChecking ? convertText.checking : convertText.converting} onPress={() => undefined}>
        {convertText.converting}
      </CommitButton>
    )
  if (state === 'expired' || state === 'failed' || state === 'none')
    return <CommitButton onPress={() => void refresh(user)}>{convertText.refresh}</CommitButton>
  if (isWorse) return <CommitButton onPress={() => accept(user)}>{convertText.accept}</CommitButton>
  return (
    <CommitButton busy={state === 'waiting' ? convertText.updating : undefined} onPress={() => void confirm(user)}>
      {convertText.confirm(coins?.from.symbol ?? '', coins?.to?.symbol ?? '')}
    </CommitButton>
  )
}
