import type { ConvertQuoteView } from '../../../../contract/convert/views.ts'
import { withDecimals } from '../../../format/numbers.ts'
import { amountText, FEE_PERCENT, rateText } from '../../../state/convert/convert-figures.ts'
import { convertText } from '../../../text/convert.ts'
import { FigureRow } from '../funds/figures.tsx'

type RateProps = { quote: Pick<ConvertQuoteView, 'rate' | 'inverse_rate'>; from: string; to: string }

export const RateRow = ({ quote: { rate, inverse_rate }, from, to }: RateProps) => (
  <FigureRow name={convertText.rate}>{rateText(rate, inverse_rate, from, to)}</FigureRow>
)

/** The fee is part of what the received amount is net of. */
/** Before an amount is known. */
export const ListedFeeRow = () => (
  <FigureRow name={convertText.fee(withDecimals(FEE_PERCENT, 2))}>{convertText.included}</FigureRow>
)

export const FeeRow = ({ quote: { fee, spread_percent }, to }: { quote: ConvertQuoteView; to: string }) => (
  <FigureRow name={convertText.fee(withDecimals(spread_percent, 2))}>
    {amountText(fee, to)} <small>{convertText.included}</small>
  </FigureRow>
)
