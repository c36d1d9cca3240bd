import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { pages } from '../../../contract/pages.ts'
import { Change } from '../../components/change.tsx'
import { CoinIcon } from '../../components/coins/coin-icon.tsx'
import { isStaleAtom } from '../../state/app/connection-status.ts'
import { amountsHiddenAtom } from '../../state/app/preferences.ts'
import { topCoinsAtom } from '../../state/portfolio/top-coins.ts'
import { assetsText } from '../../text/assets.ts'
import { Icon } from '../../ui/icon.tsx'
import style from './your-coins.module.css'

/** The three most valuable coins of an account that has traded. Always of the same height. */
export function YourCoins() {
  const coins = useAtomValue(topCoinsAtom)
  const isHidden = useAtomValue(amountsHiddenAtom)
  const isStale = useAtomValue(isStaleAtom)
  return (
    <section className={style.coins} aria-labelledby="your-coins">
      <header>
        <h2 id="your-coins">{assetsText.home.coins}</h2>
        <Link to={pages.wallet}>
          {assetsText.home.all}
          <Icon name="chevron-right" size={16} />
        </Link>
      </header>
      {coins?.length === 0 && <p>{assetsText.home.none}</p>}
      <ul>
        {coins?.map(({ symbol, value, change }) => (
          <li key={symbol}>
            <Link to={`${pages.asset}?symbol=${encodeURIComponent(symbol)}`} className={style.coin}>
              <span className={style.name}>
                <CoinIcon symbol={symbol} size={20} />
                <b>{symbol}</b>
                <Change percent={change} isSmall isStale={isStale} className={style.change} />
              </span>
              <span className={style.value}>{isHidden ? assetsText.wallet.hidden : value}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
