import { useAtomValue, useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { openNumberText } from '../../../state/app/open-number-text.ts'
import { fromCoinsOf, toCoinsOf } from '../../../state/convert/coins.ts'
import { amountText, availableText } from '../../../state/convert/convert-figures.ts'
import type { Coins } from '../../../state/convert/draft.ts'
import {
  checkOf,
  chooseShareAtom,
  coinsOf,
  convertibleOf,
  draftOf,
  swapCoinsAtom,
  typeAmountAtom,
} from '../../../state/convert/form.ts'
import { countdownOf, previewAtom } from '../../../state/convert/preview.ts'
import { quoteOf, shownQuoteOf } from '../../../state/convert/quote.ts'
import { appText } from '../../../text/app.ts'
import { convertText } from '../../../text/convert.ts'
import { SheetActions } from '../../../ui/actions.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { AmountInput, AmountOutput, AmountRow } from './amount-input.tsx'
import { CoinButton } from './coin-button.tsx'
import { CoinPicker } from './coin-picker.tsx'
import style from './convert-form.module.css'
import { FormHint } from './form-hint.tsx'
import { StepPart } from './step-part.tsx'

/** The two coins and the amount. */
export function ConvertForm({ user }: { user: string }) {
  const query = useAtomValue(fromCoinsOf(user))
  const retry = useSetAtom(fromCoinsOf(user))
  const coins = useAtomValue(coinsOf(user))
  const all = useAtomValue(convertibleOf(user))
  if (query.state === 'failed')
    return (
      <EmptyState icon="alert" title={convertText.failedCoins} line={query.errorText ?? convertText.failedFrom} isError>
        <Button size="small" onClick={() => void retry('retry')}>
          {appText.retry}
        </Button>
      </EmptyState>
    )
  if (all?.length === 0) return <EmptyState icon="convert" title={convertText.none} line={convertText.noneLine} />
  if (all?.every(({ balance }) => /^[0.]*$/.test(balance)))
    return (
      <EmptyState icon="wallet" title={convertText.empty} line={convertText.emptyLine}>
        <ButtonLink to="/trade" size="small">
          {convertText.trade}
        </ButtonLink>
      </EmptyState>
    )
  if (coins === undefined)
    return (
      <div aria-busy="true" className={style.loading}>
        <SkeletonRows count={3} height={88} />
      </div>
    )
  return <Form user={user} coins={coins} />
}

function Form({ user, coins }: { user: string; coins: Coins }) {
  const [picked, pick] = useState<'from' | 'to'>()
  const opened = useRef<'from' | 'to'>(undefined)
  useAtomValue(toCoinsOf(user)(coins.from.id))
  useAtomValue(countdownOf(user))
  const choose = (side: 'from' | 'to') => {
    opened.current = side
    pick(side)
  }
  if (picked !== undefined)
    return <CoinPicker user={user} side={picked} coins={coins} onClose={() => pick(undefined)} />
  return (
    <>
      <StepPart isFocused={opened.current === undefined}>
        <div className={style.sides}>
          <FromSide user={user} coins={coins} hasFocus={opened.current === 'from'} onChoose={() => choose('from')} />
          <SwapButton user={user} isDisabled={coins.to === undefined} />
          <ToSide user={user} coins={coins} hasFocus={opened.current === 'to'} onChoose={() => choose('to')} />
        </div>
        <FormHint user={user} coins={coins} />
      </StepPart>
      <PreviewButton user={user} symbol={coins.from.symbol} />
    </>
  )
}

/** In percent of what is available. */
const SHARES = [25, 50, 75] as const

type SideProps = { user: string; coins: Coins; hasFocus: boolean; onChoose: () => void }

function FromSide({ user, coins: { from }, hasFocus, onChoose }: SideProps) {
  const { amount } = useAtomValue(draftOf(user))
  const check = useAtomValue(checkOf(user))
  const type = useSetAtom(typeAmountAtom)
  const choose = useSetAtom(chooseShareAtom)
  const available = availableText(from)
  return (
    <div className={style.side}>
      <div className={style.labels}>
        <label htmlFor="convert-amount">{convertText.amount}</label>
        <span>{convertText.available(available)}</span>
      </div>
      <AmountRow>
        <AmountInput
          id="convert-amount"
          value={amount}
          decimals={from.precision}
          unit={from.symbol}
          isInvalid={!check.ok && check.why === 'insufficient'}
          describedBy="convert-hint"
          onType={(value) => type(user, value)}
        />
        <CoinButton side={convertText.chooseFrom} symbol={from.symbol} hasFocus={hasFocus} onPress={onChoose} />
      </AmountRow>
      <div className={style.shares}>
        {SHARES.map((percent) => (
          <button key={percent} type="button" onClick={() => choose(user, percent)}>
            {convertText.share(percent)}
          </button>
        ))}
        <button type="button" aria-label={convertText.maxLabel(available)} onClick={() => choose(user, 100)}>
          {convertText.max}
        </button>
      </div>
    </div>
  )
}

function ToSide({ user, coins: { to }, hasFocus, onChoose }: SideProps) {
  const shown = useAtomValue(shownQuoteOf(user))
  const { state } = useAtomValue(quoteOf(user))
  const amount = shown && amountText(shown.view.to_amount, '').trim()
  return (
    <div className={style.side}>
      <div className={style.labels}>
        <span id="convert-receive">{convertText.receive}</span>
      </div>
      <AmountRow>
        <AmountOutput htmlFor="convert-amount" labelledBy="convert-receive" isDim={state !== 'ready'}>
          {amount ?? '0'}
        </AmountOutput>
        <CoinButton side={convertText.chooseTo} symbol={to?.symbol} hasFocus={hasFocus} onPress={onChoose} />
      </AmountRow>
    </div>
  )
}

function SwapButton({ user, isDisabled }: { user: string; isDisabled: boolean }) {
  const swap = useSetAtom(swapCoinsAtom)
  return (
    <div className={style.swap}>
      <button
        type="button"
        aria-label={convertText.swap}
        title={convertText.swap}
        disabled={isDisabled}
        onClick={() => swap(user)}
      >
        <Icon name="convert" size={20} />
      </button>
    </div>
  )
}

function PreviewButton({ user, symbol }: { user: string; symbol: string }) {
  const check = useAtomValue(checkOf(user))
  const { amount } = useAtomValue(draftOf(user))
  const quoted = useAtomValue(quoteOf(user))
  const preview = useSetAtom(previewAtom)
  const isRefused = quoted.state === 'failed' && !quoted.isTransient
  return (
    <SheetActions>
      <Button kind="primary" disabled={!check.ok || isRefused} onClick={() => void preview(user)}>
        {check.ok
          ? convertText.preview
          : check.why === 'open'
            ? openNumberText(amount)
            : check.why === 'insufficient'
              ? convertText.insufficient(symbol)
              : convertText.why[check.why]}
      </Button>
    </SheetActions>
  )
}
