import { useAtom, useAtomValue } from 'jotai'
import { CoinIcon } from '../../components/coins/coin-icon.tsx'
import { amountsHiddenAtom } from '../../state/app/preferences.ts'
import { assetFiguresAtom, type AssetDetail as CoinState } from '../../state/portfolio/asset-detail.ts'
import { assetsText } from '../../text/assets.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import style from './asset-screen.module.css'

/** A longer amount is shown in a smaller font. */
const LONG = 14

export function AssetHead({ coin: { asset, main } }: { coin: Extract<CoinState, { state: 'known' }> }) {
  const figures = useAtomValue(assetFiguresAtom)(asset, main)
  const [isHidden, setHidden] = useAtom(amountsHiddenAtom)
  return (
    <section className={style.head} aria-label={asset.currency.name}>
      <CoinIcon symbol={asset.currency.symbol} size={44} />
      <div>
        <p data-long={figures.total.length > LONG || undefined}>
          <b>{figures.total}</b> <span>{asset.currency.symbol}</span>
        </p>
        <small>{figures.value}</small>
      </div>
      <IconButton
        label={isHidden ? assetsText.balance.show : assetsText.balance.hide}
        onClick={() => setHidden(!isHidden)}
      >
        <Icon name={isHidden ? 'eye-off' : 'eye'} size={20} />
      </IconButton>
    </section>
  )
}
