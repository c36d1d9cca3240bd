import { useAtomValue, useSetAtom } from 'jotai'
import { Link } from 'react-router-dom'
import type { CurrencyId } from '../../../../contract/ids.ts'
import { formatUnits, parseUnits, type Units, ZERO } from '../../../../contract/money.ts'
import { pages } from '../../../../contract/pages.ts'
import { CoinIcon } from '../../../components/coins/coin-icon.tsx'
import { decimalsOf, grouped, withDecimals } from '../../../format/numbers.ts'
import { plainText } from '../../../format/typed-number.ts'
import { openNumberText } from '../../../state/app/open-number-text.ts'
import { amountText } from '../../../state/convert/convert-figures.ts'
import { assetsAtom, availableAtom, unitsOf } from '../../../state/portfolio/balances.ts'
import { addressBookOf } from '../../../state/wallet/address-book.ts'
import { limitsLeft } from '../../../state/wallet/limits.ts'
import { checkAmount, maxWithdraw, receiveAmount, valueInUsdt } from '../../../state/withdraw/draft.ts'
import { editWithdrawAtom, moveWithdrawAtom, withdrawDraftOf, withdrawErrorsOf } from '../../../state/withdraw/form.ts'
import { withdrawText } from '../../../text/withdraw.ts'
import { ButtonRow, SheetActions } from '../../../ui/actions.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { StepView } from '../../../ui/overlays/step-view.tsx'
import { AmountInput, AmountRow } from '../convert/amount-input.tsx'
import { FigureRow, Figures } from '../funds/figures.tsx'
import { FillButton } from '../funds/fill-button.tsx'
import { Note, Notes } from '../funds/notes.tsx'
import { StepForm } from '../funds/step-form.tsx'
import style from './amount-step.module.css'
import type { StepProps } from './step-props.ts'

/** How much leaves the balance, what it costs, and what arrives. */
export function AmountStep({ user, coin, network, limits }: StepProps) {
  const { amount } = useAtomValue(withdrawDraftOf(user))
  const refused = useAtomValue(withdrawErrorsOf(user)).amount
  const available = useAtomValue(availableAtom)(coin.id as CurrencyId)
  const edit = useSetAtom(editWithdrawAtom)
  const move = useSetAtom(moveWithdrawAtom)
  const check = checkAmount(amount, available, network)
  const why =
    check.ok || check.why === 'none' || check.why === 'open'
      ? undefined
      : whyText(check.why, { coin, network, available })
  const error = refused ?? why
  return (
    <StepView label={withdrawText.howMuch} onBack={() => move(user, -1)}>
      <StepForm
        onSubmit={(event) => {
          event.preventDefault()
          if (check.ok) move(user, 1)
        }}
      >
        <div className={style.side}>
          <AmountLabels
            available={amountText(formatUnits(available), coin.symbol)}
            max={amountText(maxWithdraw(available, network), coin.symbol)}
            onMax={() => edit(user, { amount: maxWithdraw(available, network) })}
          />
          <AmountRow>
            <AmountInput
              id="withdraw-amount"
              value={amount}
              decimals={decimalsOf(network.withdraw_step)}
              unit={coin.symbol}
              isInvalid={error !== undefined}
              describedBy="withdraw-hint"
              onType={(typed) => edit(user, { amount: typed })}
            />
            <CoinIcon symbol={coin.symbol} size={24} />
            <b className={style.symbol}>{coin.symbol}</b>
          </AmountRow>
        </div>
        <div id="withdraw-hint" className={style.hint}>
          <FormError>{error}</FormError>
        </div>
        <AmountFigures user={user} coin={coin} network={network} limits={limits} amount={amount} />
        <SheetActions>
          <ButtonRow>
            <Button onClick={() => move(user, -1)}>{withdrawText.back}</Button>
            <Button kind="primary" isSubmit disabled={!check.ok}>
              {openNumberText(amount) ??
                (check.ok || check.why !== 'none' ? withdrawText.continue : withdrawText.why.none)}
            </Button>
          </ButtonRow>
        </SheetActions>
      </StepForm>
    </StepView>
  )
}

type LabelsProps = { available: string; max: string; onMax: () => void }

const AmountLabels = ({ available, max, onMax }: LabelsProps) => (
  <div className={style.labels}>
    <label htmlFor="withdraw-amount">{withdrawText.amount}</label>
    <span>
      {withdrawText.available(available)}
      <FillButton label={withdrawText.maxLabel(max)} onPress={onMax}>
        {withdrawText.max}
      </FillButton>
    </span>
  </div>
)

type WhyProps = Pick<StepProps, 'coin' | 'network'> & { available: Units }

function whyText(why: 'step' | 'min' | 'max' | 'insufficient', { coin, network, available }: WhyProps): string {
  const text = withdrawText.why
  switch (why) {
    case 'step':
      return text.step(amountText(network.withdraw_step, coin.symbol))
    case 'min':
      return text.min(amountText(network.min_withdraw, coin.symbol))
    case 'max':
      return text.max(amountText(network.max_withdraw, coin.symbol))
    case 'insufficient':
      return text.insufficient(amountText(formatUnits(available), coin.symbol))
  }
}

/** Fee, what arrives, and what is left of the limits. */
function AmountFigures({ user, coin, network, limits, amount }: StepProps & { amount: string }) {
  const { address, memo, entry } = useAtomValue(withdrawDraftOf(user))
  const book = useAtomValue(addressBookOf(user))
  const saved = book.state === 'ready' ? book.value.addresses : []
  const isKnown = saved.some(
    (one) => one.is_active && (one.id === entry || (one.address === address && (one.memo ?? '') === memo)),
  )
  const assets = useAtomValue(assetsAtom)
  const left = limitsLeft(limits)
  const usdt = (value: string) => grouped(withDecimals(value, 2))
  const units = parseUnits(plainText(amount)) ?? ZERO
  const asset = assets?.find(({ currency }) => currency.id === coin.id)
  const value = valueInUsdt(units, asset) ?? ZERO
  return (
    <>
      <Figures>
        <FigureRow name={withdrawText.networkFee}>{amountText(network.withdraw_fee, network.fee_currency)}</FigureRow>
        <FigureRow name={withdrawText.receive}>
          <output htmlFor="withdraw-amount">
            {amountText(formatUnits(receiveAmount(units, network)), coin.symbol)}
          </output>
        </FigureRow>
        <FigureRow name={withdrawText.limit}>{withdrawText.limitLine(usdt(left.all), usdt(limits.limit))}</FigureRow>
      </Figures>
      <Notes className={style.notes}>
        <LimitNote limits={limits} isAbove={value > unitsOf(left.all)} left={usdt(left.all)} />
        {!isKnown && (
          <Note isWarning={value > unitsOf(left.newAddresses)}>{withdrawText.newHint(usdt(left.newAddresses))}</Note>
        )}
      </Notes>
    </>
  )
}

type LimitNoteProps = Pick<StepProps, 'limits'> & { isAbove: boolean; left: string }

/** That the amount is above the limit, and how to raise it. */
function LimitNote({ limits: { verified_limit: raised }, isAbove, left }: LimitNoteProps) {
  if (raised === null) return isAbove ? <Note isWarning>{withdrawText.aboveLimit(left)}</Note> : null
  return (
    <Note isWarning={isAbove}>
      {isAbove ? withdrawText.aboveLimit(left) : withdrawText.verifyLine(grouped(withDecimals(raised, 0)))}{' '}
      <Link to={`${pages.identity}?verify`}>{withdrawText.verify}</Link>
    </Note>
  )
}
