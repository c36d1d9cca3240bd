import { useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { notifyOpensSoonAtom } from '../../state/app/header-switch.ts'
import { choosePairAtom } from '../../state/feed/choose-pair.ts'
import type { AssetDetail } from '../../state/portfolio/asset-detail.ts'
import { appText } from '../../text/app.ts'
import { assetsText } from '../../text/assets.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

const text = assetsText.asset

/** Convert, deposit and withdraw notify that they are not available yet. */
export function AssetActions({ coin: { asset, main } }: { coin: Extract<AssetDetail, { state: 'known' }> }) {
  const soon = useSetAtom(notifyOpensSoonAtom)
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
        {main ? text.trade(asset.currency.symbol) : appText.nav.trade}
      </Button>
      <Button onClick={() => soon(assetsText.balance.convert)}>{assetsText.balance.convert}</Button>
      <Button kind="outline" onClick={() => soon(assetsText.balance.deposit)}>
        <Icon name="deposit" size={20} />
        {assetsText.balance.deposit}
      </Button>
      <Button kind="outline" onClick={() => soon(assetsText.balance.withdraw)}>
        <Icon name="withdraw" size={20} />
        {assetsText.balance.withdraw}
      </Button>
    </div>
  )
}
