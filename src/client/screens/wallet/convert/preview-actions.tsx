import { useAtomValue, useSetAtom } from 'jotai'
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
        <MainButton user={user} step={step} />
      </ButtonRow>
      <SheetFoot>{convertText.guaranteed}</SheetFoot>
    </SheetActions>
  )
}

function MainButton({ user, step }: Props) {
  const { state } = useAtomValue(quoteOf(user))
  const isWorse = useAtomValue(isWorseOf(user))
  const coins = useAtomValue(coinsOf(user))
  const confirm = useSetAtom(confirmAtom)
  const accept = useSetAtom(acceptRateAtom)
  const refresh = useSetAtom(refreshAtom)
  if (step.name === 'converting')
    return (
      <Button kind="primary" busy={step.isChecking ? convertText.checking : convertText.converting}>
        {convertText.converting}
      </Button>
    )
  if (state === 'expired' || state === 'failed' || state === 'none')
    return (
      <Button kind="primary" onClick={() => void refresh(user)}>
        {convertText.refresh}
      </Button>
    )
  if (isWorse)
    return (
      <Button kind="primary" onClick={() => accept(user)}>
        {convertText.accept}
      </Button>
    )
  return (
    <Button
      kind="primary"
      busy={state === 'waiting' ? convertText.updating : undefined}
      onClick={() => void confirm(user)}
    >
      {convertText.confirm(coins?.from.symbol ?? '', coins?.to?.symbol ?? '')}
    </Button>
  )
}
