import { useAtomValue } from 'jotai'
import { VALUATION_CURRENCY } from '../../../contract/markets/valuation.ts'
import { Price } from '../../components/price.tsx'
import { DASH } from '../../format/numbers.ts'
import { type AssetDetail, assetFiguresAtom } from '../../state/portfolio/asset-detail.ts'
import { assetsText } from '../../text/assets.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'

const text = assetsText.asset

export function AssetFigures({ coin: { asset, main } }: { coin: Extract<AssetDetail, { state: 'known' }> }) {
  const figures = useAtomValue(assetFiguresAtom)(asset, main)
  return (
    <dl className="asset-figures">
      <dt>{text.available}</dt>
      <dd>{figures.available}</dd>
      <dt>{text.inOrders}</dt>
      <dd>{figures.inOrders}</dd>
      {main && (
        <>
          <dt>{text.average}</dt>
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
            <Menu label={text.about} button={<Icon name="info" size={16} />}>
              {() => <p className="menu-head">{assetsText.wallet.pnlHint}</p>}
            </Menu>
          </dt>
          <dd className="gain" data-direction={figures.pnl.direction}>
            {figures.pnl.text}
          </dd>
        </>
      )}
    </dl>
  )
}
