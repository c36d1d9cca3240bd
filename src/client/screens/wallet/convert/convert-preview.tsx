import { useAtomValue } from 'jotai'
import type { ConvertQuoteView } from '../../../../contract/convert/views.ts'
import { CoinIcon } from '../../../components/coins/coin-icon.tsx'
import { grouped, withDecimals } from '../../../format/numbers.ts'
import { amountText, isHighImpact, rateText, unspent } from '../../../state/convert/convert-figures.ts'
import type { Coins } from '../../../state/convert/draft.ts'
import { coinsOf, draftOf } from '../../../state/convert/form.ts'
import { countdownOf, isWorseOf } from '../../../state/convert/preview.ts'
import { quoteOf, shownQuoteOf } from '../../../state/convert/quote.ts'
import type { SentStep } from '../../../state/convert/step.ts'
import { convertText } from '../../../text/convert.ts'
import { Hint } from '../../../ui/form/hint.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { FigureRow, Figures } from '../funds/figures.tsx'
import style from './convert-preview.module.css'
import { CountdownRing } from './countdown-ring.tsx'
import { Deal } from './deal.tsx'
import { FeeRow, RateRow } from './figure-rows.tsx'
import { PreviewActions } from './preview-actions.tsx'
import { StepPart } from './step-part.tsx'

/** What is exchanged and what it costs, with the time for which it is valid. */
export function ConvertPreview({ user, step }: { user: string; step: SentStep }) {
  const coins = useAtomValue(coinsOf(user))
  const quote = useAtomValue(shownQuoteOf(user))?.view ?? (step.name === 'converting' ? step.quote : step.accepted)
  return (
    <>
      <StepPart>
        {quote && coins?.to ? (
          <Quote user={user} quote={quote} coins={{ from: coins.from, to: coins.to }} step={step} />
        ) : (
          <SkeletonRows count={4} height={44} />
        )}
        <PreviewNotes user={user} quote={quote} step={step} />
      </StepPart>
      <PreviewActions user={user} step={step} />
    </>
  )
}

type QuoteProps = {
  user: string
  quote: ConvertQuoteView
  coins: { from: Coins['from']; to: Coins['from'] }
  step: SentStep
}

function Quote({ user, quote, coins: { from, to }, step }: QuoteProps) {
  const { state } = useAtomValue(quoteOf(user))
  const isWorse = useAtomValue(isWorseOf(user))
  const isDim = step.name === 'preview' && state !== 'ready'
  return (
    <div className={style.quote} data-dim={isDim || undefined}>
      <Deal
        icon={<CoinIcon symbol={to.symbol} size={44} />}
        label={convertText.receive}
        amount={grouped(quote.to_amount)}
        symbol={to.symbol}
        isWorse={isWorse}
      >
        {step.name === 'preview' && <CountdownRing user={user} />}
      </Deal>
      <p className="visually-hidden" aria-live="polite">
        {convertText.newQuote(
          amountText(quote.to_amount, to.symbol),
          rateText(quote.rate, quote.inverse_rate, from.symbol, to.symbol),
        )}
      </p>
      <Figures isDim={isDim}>
        <FigureRow name={convertText.pay}>{amountText(quote.from_amount, from.symbol)}</FigureRow>
        <RateRow quote={quote} from={from.symbol} to={to.symbol} />
        <FeeRow quote={quote} to={to.symbol} />
        <FigureRow name={convertText.impact}>
          <span className={style.impact} data-level={isHighImpact(quote) ? 'amber' : undefined}>
            {withDecimals(quote.price_impact_percent, 2)}%
          </span>
        </FigureRow>
      </Figures>
      <Unspent user={user} quote={quote} symbol={from.symbol} />
    </div>
  )
}

function Unspent({ user, quote, symbol }: { user: string; quote: ConvertQuoteView; symbol: string }) {
  const rest = unspent(quote, useAtomValue(draftOf(user)).amount)
  return rest === undefined ? null : <Hint>{convertText.stays(amountText(rest, symbol))}</Hint>
}

type NotesProps = { user: string; quote: ConvertQuoteView | undefined; step: SentStep }

/** Warnings and errors above the buttons. */
function PreviewNotes({ user, quote, step }: NotesProps) {
  const quoted = useAtomValue(quoteOf(user))
  const isWorse = useAtomValue(isWorseOf(user))
  useAtomValue(countdownOf(user))
  const isHigh = quote !== undefined && isHighImpact(quote)
  const notice = step.name === 'preview' ? step.notice : undefined
  return (
    <div className={style.notes} role="status">
      {isHigh && <p data-level="amber">{convertText.highImpact}</p>}
      {notice !== undefined && !isWorse && quoted.state === 'ready' && <p data-level="amber">{notice}</p>}
      {isWorse && <p data-level="red">{convertText.worse}</p>}
      {quoted.state === 'failed' && step.name === 'preview' && <p data-level="red">{quoted.errorText}</p>}
      {quoted.state === 'expired' && step.name === 'preview' && (
        <p data-level="amber">
          <b>{convertText.expired}</b> {convertText.expiredLine}
        </p>
      )}
      {step.name === 'converting' && step.isChecking && <p data-level="amber">{convertText.checkingLine}</p>}
    </div>
  )
}
