import { useAtomValue, useSetAtom } from 'jotai'
import { toCoinsOf } from '../../../state/convert/coins.ts'
import { availableText, listedRates } from '../../../state/convert/convert-figures.ts'
import type { Coins } from '../../../state/convert/draft.ts'
import { checkOf } from '../../../state/convert/form.ts'
import { quoteOf, shownQuoteOf } from '../../../state/convert/quote.ts'
import { appText } from '../../../text/app.ts'
import { convertText } from '../../../text/convert.ts'
import { Button } from '../../../ui/button.tsx'
import { Hint } from '../../../ui/form/hint.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Figures } from '../funds/figures.tsx'
import { FeeRow, ListedFeeRow, RateRow } from './figure-rows.tsx'
import style from './form-hint.module.css'

/** Below the amounts: rate and fee, before an amount is typed those of the last price, or why there are none. */
export function FormHint({ user, coins }: { user: string; coins: Coins }) {
  const { from, to } = coins
  const check = useAtomValue(checkOf(user))
  const quoted = useAtomValue(quoteOf(user))
  const shown = useAtomValue(shownQuoteOf(user))
  const targets = useAtomValue(toCoinsOf(user)(from.id))
  const retry = useSetAtom(toCoinsOf(user)(from.id))
  const rate = targets.state === 'ready' ? targets.value.find(({ id }) => id === to?.id)?.rate : undefined
  const listed = rate === undefined ? undefined : listedRates(rate)
  const isWaiting = quoted.state === 'waiting'
  const error =
    targets.state === 'failed'
      ? (targets.errorText ?? convertText.failedTo)
      : !check.ok && check.why === 'insufficient'
        ? convertText.insufficientLine(availableText(from))
        : quoted.state === 'failed'
          ? quoted.errorText
          : undefined
  return (
    <div id="convert-hint" className={style.hint}>
      {error !== undefined ? (
        <p className={style.error} role="alert">
          <Icon name="alert" size={16} />
          <span>{error}</span>
          {targets.state === 'failed' && (
            <Button size="small" onClick={() => void retry('retry')}>
              {appText.retry}
            </Button>
          )}
        </p>
      ) : shown && to ? (
        <Figures isDim={isWaiting}>
          <RateRow quote={shown.view} from={from.symbol} to={to.symbol} />
          <FeeRow quote={shown.view} to={to.symbol} />
        </Figures>
      ) : to && listed ? (
        <Figures>
          <RateRow quote={listed} from={from.symbol} to={to.symbol} />
          <ListedFeeRow />
        </Figures>
      ) : (
        isWaiting && <Hint>{convertText.estimating}</Hint>
      )}
    </div>
  )
}
