import { useAtomValue, useSetAtom } from 'jotai'
import type { CurrencyId } from '../../../../contract/ids.ts'
import { CoinIcon } from '../../../components/coins/coin-icon.tsx'
import { CommitButton } from '../../../components/commit-button.tsx'
import { grouped } from '../../../format/numbers.ts'
import { amountText } from '../../../state/convert/convert-figures.ts'
import { availableAtom } from '../../../state/portfolio/balances.ts'
import { addressBookOf } from '../../../state/wallet/address-book.ts'
import { checkAmount } from '../../../state/withdraw/draft.ts'
import { moveWithdrawAtom, withdrawDraftOf } from '../../../state/withdraw/form.ts'
import { withdrawText } from '../../../text/withdraw.ts'
import { ButtonRow, SheetActions } from '../../../ui/actions.tsx'
import { Button } from '../../../ui/button.tsx'
import { StepView } from '../../../ui/overlays/step-view.tsx'
import { AddressText } from '../funds/address-text.tsx'
import { FigureRow, Figures } from '../funds/figures.tsx'
import { Note, Notes } from '../funds/notes.tsx'
import style from './review-step.module.css'
import type { StepProps } from './step-props.ts'

/** Everything about the withdrawal before it is confirmed. */
export function ReviewStep({ user, coin, network }: StepProps) {
  const { address, memo, amount, entry } = useAtomValue(withdrawDraftOf(user))
  const available = useAtomValue(availableAtom)(coin.id as CurrencyId)
  const book = useAtomValue(addressBookOf(user))
  const move = useSetAtom(moveWithdrawAtom)
  const check = checkAmount(amount, available, network)
  const label = book.state === 'ready' ? book.value.addresses.find(({ id }) => id === entry)?.label : undefined
  const back = () => move(user, -1)
  return (
    <StepView label={withdrawText.titles.review()} onBack={back}>
      <div className={style.deal}>
        <CoinIcon symbol={coin.symbol} size={44} />
        <p>
          <small>{withdrawText.receive}</small>
          <b>{check.ok ? grouped(check.receive) : ''}</b> <span>{coin.symbol}</span>
        </p>
      </div>
      <p className={style.to}>
        <small>{label === undefined ? withdrawText.to : withdrawText.toSaved(label)}</small>
        <AddressText address={address} isLarge />
      </p>
      <Figures>
        <FigureRow name={withdrawText.network}>{network.name}</FigureRow>
        {network.memo_regex !== null && (
          <FigureRow name={withdrawText.memo.name}>{memo || withdrawText.memo.none}</FigureRow>
        )}
        <FigureRow name={withdrawText.networkFee}>{amountText(network.withdraw_fee, network.fee_currency)}</FigureRow>
        <FigureRow name={withdrawText.leaves}>{amountText(check.ok ? check.amount : amount, coin.symbol)}</FigureRow>
      </Figures>
      <Notes className={style.notes}>
        <Note isWarning>{withdrawText.irreversible}</Note>
      </Notes>
      <SheetActions>
        <ButtonRow>
          <Button onClick={back}>{withdrawText.back}</Button>
          <CommitButton disabled={!check.ok} onPress={() => move(user, 1)}>
            {withdrawText.confirm}
          </CommitButton>
        </ButtonRow>
      </SheetActions>
    </StepView>
  )
}
