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
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import style from './convert.module.css'
import { CountdownRing } from './countdown-ring.tsx'
import { FeeRow, FigureRow, RateRow } from './figure-rows.tsx'
import { PreviewActions } from './preview-actions.tsx'

const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

/** What is exchanged and what it costs, with the time for which it is valid. */
export function ConvertPreview({ user, step }: { user: string; step: SentStep }) {
  const coins = useAtomValue(coinsOf(user))
  const quote = useAtomValue(shownQuoteOf(user))?.view ?? (step.name === 'converting' ? step.quote : step.accepted)
  return (
    <>
      <div className={style.preview} tabIndex={-1} ref={focus}>
        {quote && coins?.to ? (
          <Figures user={user} quote={quote} coins={{ from: coins.from, to: coins.to }} step={step} />
        ) : (
          <SkeletonRows count={4} height={44} />
        )}
        <PreviewNotes user={user} quote={quote} step={step} />
      </div>
      <PreviewActions user={user} step={step} />
    </>
  )
}

type FiguresProps = {
  user: string
  quote: ConvertQuoteView
  coins: { from: Coins['from']; to: Coins['from'] }
  step: SentStep
}

function Figures({ user, quote, coins: { from, to }, step }: FiguresProps) {
  const { state } = useAtomValue(quoteOf(user))
  const isWorse = useAtomValue(isWorseOf(user))
  const isDim = step.name === 'preview' && state !== 'ready'
  const receive = grouped(quote.to_amount)
  return (
    <div data-dim={isDim || undefined}>
      <div className={style.deal} data-worse={isWorse || undefined}>
        <CoinIcon symbol={to.symbol} size={44} />
        <p>
          <small>{convertText.receive}</small>
          <b data-long={receive.length > 12 || undefined}>{receive}</b> <span>{to.symbol}</span>
        </p>
        {step.name === 'preview' && <CountdownRing user={user} />}
      </div>
      <p className="visually-hidden" aria-live="polite">
        {convertText.newQuote(
          amountText(quote.to_amount, to.symbol),
          rateText(quote.rate, quote.inverse_rate, from.symbol, to.symbol),
        )}
      </p>
      <dl className={style.figures}>
        <FigureRow name={convertText.pay}>{amountText(quote.from_amount, from.symbol)}</FigureRow>
        <RateRow quote={quote} from={from.symbol} to={to.symbol} />
        <FeeRow quote={quote} to={to.symbol} />
        <FigureRow name={convertText.impact}>
          <span data-level={isHighImpact(quote) ? 'amber' : undefined}>
            {withDecimals(quote.price_impact_percent, 2)}%
          </span>
        </FigureRow>
      </dl>
      <Unspent user={user} quote={quote} symbol={from.symbol} />
    </div>
  )
}

function Unspent({ user, quote, symbol }: { user: string; quote: ConvertQuoteView; symbol: string }) {
  const rest = unspent(quote, useAtomValue(draftOf(user)).amount)
  return rest === undefined ? null : <p className={style.line}>{convertText.stays(amountText(rest, symbol))}</p>
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
