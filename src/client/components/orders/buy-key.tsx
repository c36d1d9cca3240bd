import { useAtomValue, useSetAtom } from 'jotai'
import { grouped } from '../../format/numbers.ts'
import { formatUnitsExact, formatUnitsMoney } from '../../format/pair-numbers.ts'
import { askToBuyAtom } from '../../state/feed/ask-to-buy.ts'
import type { Market } from '../../state/markets/markets.ts'
import { buyEstimateAtom } from '../../state/order-form/buy-estimate.ts'
import { assetsText } from '../../text/assets.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { depositPath } from '../money-paths.ts'
import style from './quick-buy.module.css'

const text = assetsText.quickBuy

type Props = {
  market: Market
  /** What to spend, a plain decimal in the quote currency. */
  total: string
  /** Why it is refused: the text of the key. */
  refusal?: string | undefined
  onAsked: (() => void) | undefined
}

/** The key of a market buy, and below it what it brings, or the way to what is missing. */
export function BuyKey({ market: { pair, view }, total, refusal, onAsked }: Props) {
  const estimate = useAtomValue(buyEstimateAtom)({ pair, view }, total)
  const ask = useSetAtom(askToBuyAtom)
  const [base, quote] = [pair.base.symbol, pair.quote.symbol]
  if (refusal === undefined && estimate.state === 'short')
    return (
      <>
        <ButtonLink to={depositPath(quote)} kind="primary">
          {text.deposit(quote)}
        </ButtonLink>
        <p className={style.line}>{text.short(quote, formatUnitsMoney(estimate.available))}</p>
      </>
    )
  return (
    <>
      <Button
        kind="buy"
        disabled={refusal !== undefined || estimate.state !== 'ready'}
        onClick={() => {
          ask({ pair: pair.id, total })
          onAsked?.()
        }}
      >
        {refusal ?? text.key(base, `${grouped(total)} ${quote}`)}
      </Button>
      <p className={style.line}>
        {refusal === undefined &&
          estimate.state === 'ready' &&
          text.receive(`${formatUnitsExact(estimate.receive)} ${base}`)}
      </p>
    </>
  )
}
