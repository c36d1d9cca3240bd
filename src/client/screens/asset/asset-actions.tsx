import { useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { choosePairAtom } from '../../atoms/choose-pair.ts'
import type { Coin } from '../../atoms/coin.ts'
import { opensSoonAtom } from '../../atoms/header-switch.ts'
import { text } from '../../text/en.ts'
import { asset as words } from '../../text/en-assets.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Trading works; the rest opens soon and says so. */
export function AssetActions({ coin: { asset, main } }: { coin: Extract<Coin, { state: 'known' }> }) {
  const soon = useSetAtom(opensSoonAtom)
  const choose = useSetAtom(choosePairAtom)
  const navigate = useNavigate()
  return (
    <div className="asset-actions">
      <Button
        kind="primary"
        onClick={() => {
          if (main) choose(main.pair.id)
          navigate('/trade')
        }}
      >
        {main ? words.trade(asset.currency.symbol) : text.nav.trade}
      </Button>
      <Button onClick={() => soon(text.soon.convert)}>{text.soon.convert}</Button>
      <Button kind="outline" onClick={() => soon(text.soon.deposit)}>
        <Icon name="deposit" size={20} />
        {text.soon.deposit}
      </Button>
      <Button kind="outline" onClick={() => soon(text.soon.withdraw)}>
        <Icon name="withdraw" size={20} />
        {text.soon.withdraw}
      </Button>
    </div>
  )
}
