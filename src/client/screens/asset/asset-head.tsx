import { useAtom, useAtomValue } from 'jotai'
import { type Coin as CoinState, coinFiguresAtom } from '../../atoms/coin.ts'
import { amountsHiddenAtom } from '../../atoms/preferences.ts'
import { text } from '../../text/en.ts'
import { IconButton } from '../../ui/button.tsx'
import { Coin } from '../../ui/coin.tsx'
import { Icon } from '../../ui/icon.tsx'

/** A figure of more letters than this is told smaller. */
const LONG = 14

export function AssetHead({ coin: { asset, main } }: { coin: Extract<CoinState, { state: 'known' }> }) {
  const figures = useAtomValue(coinFiguresAtom)(asset, main)
  const [isHidden, setHidden] = useAtom(amountsHiddenAtom)
  return (
    <section className="asset-head" aria-label={asset.currency.name}>
      <Coin symbol={asset.currency.symbol} size={44} />
      <div>
        <p data-long={figures.total.length > LONG || undefined}>
          <b>{figures.total}</b> <span>{asset.currency.symbol}</span>
        </p>
        <small>{figures.worth}</small>
      </div>
      <IconButton label={isHidden ? text.home.show : text.home.hide} onClick={() => setHidden(!isHidden)}>
        <Icon name={isHidden ? 'eye-off' : 'eye'} size={20} />
      </IconButton>
    </section>
  )
}
