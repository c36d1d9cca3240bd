import { useAtom, useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { lotText, percentText, tickText } from '../../../contract/catalogue.ts'
import type { PairId } from '../../../contract/ids.ts'
import { descriptionOf } from '../../atoms/pair-description.ts'
import { selectedMarketAtom } from '../../atoms/selected-pair.ts'
import { grouped, withDecimals } from '../../format/numbers.ts'
import { unitsMoney } from '../../format/pair-numbers.ts'
import { text } from '../../text/en.ts'
import * as trade from '../../text/en-trade.ts'
import { Button } from '../../ui/button.tsx'
import { Price } from '../../ui/price.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** What is traded here, by which rules, and who draws the chart. */
export default function PairInfo() {
  const pair = useAtomValue(selectedMarketAtom)?.pair
  return (
    <div className="pair-info">
      {pair && <Description key={pair.id} id={pair.id} />}
      {pair && (
        <dl className="confirm-figures">
          <div>
            <dt>{trade.info.tick}</dt>
            <dd>
              <Price words={tickText(pair)} /> {pair.quote.symbol}
            </dd>
          </div>
          <div>
            <dt>{trade.info.lot}</dt>
            <dd>
              {grouped(lotText(pair))} {pair.base.symbol}
            </dd>
          </div>
          <div>
            <dt>{trade.info.least}</dt>
            <dd>
              {unitsMoney(pair.rules.minNotional)} {pair.quote.symbol}
            </dd>
          </div>
          <div>
            <dt>{trade.info.fee}</dt>
            <dd>
              {withDecimals(percentText(pair.rules.makerFee), 2)}% / {withDecimals(percentText(pair.rules.takerFee), 2)}
              %
            </dd>
          </div>
        </dl>
      )}
      <Link to="/about">{trade.chart.about}</Link>
    </div>
  )
}

function Description({ id }: { id: PairId }) {
  const [description, ask] = useAtom(descriptionOf(id))
  switch (description.state) {
    case 'loading':
      return (
        <>
          <Skeleton width="40%" height={16} />
          <Skeleton width="92%" />
          <Skeleton width="84%" />
        </>
      )
    case 'failed':
      return (
        <div className="pair-info-failed">
          <p>{description.why ?? trade.info.failed}</p>
          <Button size="small" onClick={() => void ask()}>
            {text.retry}
          </Button>
        </div>
      )
    case 'ready':
      return (
        <>
          <h2>{description.facts.name}</h2>
          <p>{description.facts.description}</p>
        </>
      )
  }
}
