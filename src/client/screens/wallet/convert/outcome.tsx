import { useAtomValue, useSetAtom } from 'jotai'
import type { ConvertView } from '../../../../contract/convert/views.ts'
import { VALUATION_CURRENCY } from '../../../../contract/markets/valuation.ts'
import { CoinIcon } from '../../../components/coins/coin-icon.tsx'
import { historyPath } from '../../../components/money-paths.ts'
import { grouped } from '../../../format/numbers.ts'
import { amountText, changeOf, inverseRate, rateText } from '../../../state/convert/convert-figures.ts'
import { convertibleOf } from '../../../state/convert/form.ts'
import { backToFormAtom } from '../../../state/convert/preview.ts'
import { checkAgainAtom } from '../../../state/convert/send.ts'
import { convertText } from '../../../text/convert.ts'
import { ButtonRow, SheetActions } from '../../../ui/actions.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { FigureRow, Figures } from '../funds/figures.tsx'
import { Deal } from './deal.tsx'
import style from './outcome.module.css'
import { StepPart } from './step-part.tsx'

type Props = { user: string; result: ConvertView; onClose: () => void }

export function Converted({ user, result, onClose }: Props) {
  const coins = useAtomValue(convertibleOf(user)) ?? []
  const symbolOf = (id: number) => coins.find((coin) => coin.id === id)?.symbol ?? ''
  const [from, to] = [symbolOf(result.from_currency_id), symbolOf(result.to_currency_id)]
  const change = changeOf(result)
  return (
    <>
      <StepPart>
        <Deal
          icon={
            <span className={style.done}>
              <CoinIcon symbol={to} size={44} />
              <Icon name="check" size={16} className={style.check} />
            </span>
          }
          label={convertText.received}
          amount={grouped(result.to_amount)}
          symbol={to}
          role="status"
        />
        <Figures>
          <FigureRow name={convertText.paid}>{amountText(result.from_amount, from)}</FigureRow>
          <FigureRow name={convertText.rate}>
            {rateText(result.rate, inverseRate(result.from_amount, result.to_amount), from, to)}
          </FigureRow>
          <FigureRow name={convertText.feePaid}>
            {amountText(result.fee, to)} <small>{convertText.included}</small>
          </FigureRow>
          {change !== undefined && (
            <FigureRow name={convertText.change}>{amountText(change, VALUATION_CURRENCY)}</FigureRow>
          )}
        </Figures>
      </StepPart>
      <SheetActions>
        <ButtonRow>
          <ButtonLink to={historyPath('convert')}>{convertText.history}</ButtonLink>
          <Button kind="primary" onClick={onClose}>
            {convertText.done}
          </Button>
        </ButtonRow>
      </SheetActions>
    </>
  )
}

/** No reply arrived, also not to repeated requests. */
export function UnknownOutcome({ user }: { user: string }) {
  const check = useSetAtom(checkAgainAtom)
  const again = useSetAtom(backToFormAtom)
  return (
    <>
      <StepPart>
        <EmptyState icon="alert" title={convertText.unknownTitle} line={convertText.unknownLine} isError />
      </StepPart>
      <SheetActions>
        <Button kind="primary" onClick={() => void check(user)}>
          {convertText.checkAgain}
        </Button>
        <ButtonRow>
          <ButtonLink to={historyPath('convert')}>{convertText.history}</ButtonLink>
          <Button onClick={() => again(user)}>{convertText.another}</Button>
        </ButtonRow>
      </SheetActions>
    </>
  )
}
