import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { pages } from '../../../contract/pages.ts'
import { AssetRow } from '../../components/coins/asset-row.tsx'
import { topCoinCountAtom } from '../../state/portfolio/balances.ts'
import { topCoinsAtom } from '../../state/portfolio/top-coins.ts'
import { assetsText } from '../../text/assets.ts'
import { Icon } from '../../ui/icon.tsx'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import style from './your-coins.module.css'

/**
 * Up to three rows: what an account that has traded holds of the highest value. Nothing if it holds nothing. These rows are
 * too low for what is in orders: the assets have it.
 */
export default function YourCoins() {
  const coins = useAtomValue(topCoinsAtom)
  const count = useAtomValue(topCoinCountAtom)
  if (count === 0) return null
  return (
    <section aria-labelledby="your-coins">
      <header className={style.head}>
        <h2 id="your-coins">{assetsText.home.coins}</h2>
        <Link to={pages.wallet}>
          {assetsText.home.all}
          <Icon name="chevron-right" size={16} />
        </Link>
      </header>
      {coins === undefined && <SkeletonRows count={count} height="var(--coin)" />}
      <ul>
        {coins?.map(({ pnl: _pnl, inOrders: _inOrders, change, ...text }) => (
          <li key={text.symbol}>
            <AssetRow {...text} note={change} noteTime={assetsText.wallet.changeTime} className={style.coin} />
          </li>
        ))}
      </ul>
    </section>
  )
}
