import { useAtomValue } from 'jotai'
import { VALUATION_CURRENCY } from '../../../contract/markets/valuation.ts'
import { PnlInfo } from '../../components/coins/pnl-info.tsx'
import { Price } from '../../components/price.tsx'
import { DASH } from '../../format/numbers.ts'
import { type AssetDetail, assetFiguresAtom } from '../../state/portfolio/asset-detail.ts'
import { unitsOf } from '../../state/portfolio/balances.ts'
import { assetsText } from '../../text/assets.ts'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import style from './asset-screen.module.css'

const text = assetsText.asset

export function AssetFigures({ coin: { asset, main } }: { coin: Extract<AssetDetail, { state: 'known' }> }) {
  const figures = useAtomValue(assetFiguresAtom)(asset, main)
  const isWide = useWideScreen()
  return (
    <dl className={style.figures}>
      <dt>{text.available}</dt>
      <dd>{figures.available}</dd>
      {(isWide || unitsOf(asset.frozen_balance) > 0n) && (
        <>
          <dt>{text.inOrders}</dt>
          <dd>{figures.inOrders}</dd>
        </>
      )}
      {main && (
        <>
          <dt>
            {text.average} <small>{text.withFee}</small>
          </dt>
          <dd>
            {figures.average === undefined ? (
              DASH
            ) : (
              <>
                <Price text={figures.average} /> {VALUATION_CURRENCY}
              </>
            )}
          </dd>
          <dt>
            {text.pnl}
            <PnlInfo />
          </dt>
          <dd className="gain" data-direction={figures.pnl.direction}>
            {figures.pnl.text}
          </dd>
        </>
      )}
    </dl>
  )
}
