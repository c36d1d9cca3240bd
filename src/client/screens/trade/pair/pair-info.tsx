import { useAtom, useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import type { PairId } from '../../../../contract/ids.ts'
import { lotText, percentText, tickText } from '../../../../contract/markets/instruments.ts'
import { Price } from '../../../components/price.tsx'
import { grouped, withDecimals } from '../../../format/numbers.ts'
import { formatUnitsMoney } from '../../../format/pair-numbers.ts'
import { selectedMarketAtom } from '../../../state/book/selected-pair.ts'
import { descriptionOf } from '../../../state/markets/pair-description.ts'
import { appText } from '../../../text/app.ts'
import { tradeText } from '../../../text/trade.ts'
import { Button } from '../../../ui/button.tsx'
import { FigureList } from '../../../ui/figure-list.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import style from './pair-info.module.css'

/** Description and trading rules of the pair, and the chart library's notice. */
export default function PairInfo() {
  const pair = useAtomValue(selectedMarketAtom)?.pair
  return (
    <div className={style.info}>
      {pair && <Description key={pair.id} id={pair.id} />}
      {pair && (
        <FigureList className={style.figures}>
          <div>
            <dt>{tradeText.info.tick}</dt>
            <dd>
              <Price text={tickText(pair)} /> {pair.quote.symbol}
            </dd>
          </div>
          <div>
            <dt>{tradeText.info.lot}</dt>
            <dd>
              {grouped(lotText(pair))} {pair.base.symbol}
            </dd>
          </div>
          <div>
            <dt>{tradeText.info.least}</dt>
            <dd>
              {formatUnitsMoney(pair.rules.minNotional)} {pair.quote.symbol}
            </dd>
          </div>
          <div>
            <dt>{tradeText.info.fee}</dt>
            <dd>
              {withDecimals(percentText(pair.rules.makerFee), 2)}% / {withDecimals(percentText(pair.rules.takerFee), 2)}
              %
            </dd>
          </div>
        </FigureList>
      )}
      <Link to="/about">{tradeText.chart.about}</Link>
    </div>
  )
}

function Description({ id }: { id: PairId }) {
  const [description, query] = useAtom(descriptionOf(id))
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
        <div className={style.failed}>
          <p>{description.errorText ?? tradeText.info.failed}</p>
          <Button size="small" onClick={() => void query()}>
            {appText.retry}
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
