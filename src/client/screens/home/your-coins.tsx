import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { pages } from '../../../contract/pages.ts'
import { CoinIcon } from '../../components/coins/coin-icon.tsx'
import { directionOf, percentChange } from '../../format/numbers.ts'
import { isStaleAtom } from '../../state/app/connection-status.ts'
import { amountsHiddenAtom } from '../../state/app/preferences.ts'
import { topCoinsAtom } from '../../state/portfolio/top-coins.ts'
import { assetsText } from '../../text/assets.ts'
import { Icon } from '../../ui/icon.tsx'
import style from './your-coins.module.css'

/** Up to three rows: what an account that has traded holds of the highest value. */
export function YourCoins() {
  const coins = useAtomValue(topCoinsAtom)
  const isHidden = useAtomValue(amountsHiddenAtom)
  const masked = (amount: string) => (isHidden ? assetsText.wallet.hidden : amount)
  return (
    <section className={style.coins} aria-labelledby="your-coins">
      <header>
        <h2 id="your-coins">{assetsText.home.coins}</h2>
        <Link to={pages.wallet}>
          {assetsText.home.all}
          <Icon name="chevron-right" size={16} />
        </Link>
      </header>
      <ul>
        {coins?.map(({ symbol, amount, value, change }) => (
          <li key={symbol}>
            <Link to={`${pages.asset}?symbol=${encodeURIComponent(symbol)}`} className={style.coin}>
              <CoinIcon symbol={symbol} size={36} />
              <span>
                <b>{symbol}</b>
                <small>{masked(amount)}</small>
              </span>
              <span className={style.value}>
                <span>{masked(value)}</span>
                {change !== null && <Change24h percent={change} />}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Without colour while prices are not live. */
function Change24h({ percent }: { percent: string }) {
  const isStale = useAtomValue(isStaleAtom)
  const text = percentChange(percent)
  return (
    <small className="gain" data-direction={isStale ? 'flat' : directionOf(text)}>
      {text}
    </small>
  )
}
