import { useAtomValue } from 'jotai'
import { MEASURE } from '../../../contract/worth.ts'
import { type Coin, coinFiguresAtom } from '../../atoms/coin.ts'
import { NONE } from '../../format/numbers.ts'
import { text } from '../../text/en.ts'
import { asset as words } from '../../text/en-assets.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Price } from '../../ui/price.tsx'

export function AssetFigures({ coin: { asset, main } }: { coin: Extract<Coin, { state: 'known' }> }) {
  const figures = useAtomValue(coinFiguresAtom)(asset, main)
  return (
    <dl className="asset-figures">
      <dt>{words.available}</dt>
      <dd>{figures.available}</dd>
      <dt>{words.inOrders}</dt>
      <dd>{figures.inOrders}</dd>
      {main && (
        <>
          <dt>{words.average}</dt>
          <dd>
            {figures.average === undefined ? (
              NONE
            ) : (
              <>
                <Price words={figures.average} /> {MEASURE}
              </>
            )}
          </dd>
          <dt>
            {words.pnl}
            <Menu label={words.about} button={<Icon name="info" size={16} />}>
              {() => <p className="menu-head">{text.wallet.pnlHint}</p>}
            </Menu>
          </dt>
          <dd className="gain" data-way={figures.pnl.way}>
            {figures.pnl.words}
          </dd>
        </>
      )}
    </dl>
  )
}
