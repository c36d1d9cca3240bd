import { useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { convertPath } from '../../components/money-paths.ts'
import { notifyOpensSoonAtom } from '../../state/app/header-switch.ts'
import { choosePairAtom } from '../../state/feed/choose-pair.ts'
import type { AssetDetail } from '../../state/portfolio/asset-detail.ts'
import { appText } from '../../text/app.ts'
import { assetsText } from '../../text/assets.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'

const text = assetsText.asset

export function AssetActions({ coin: { asset, main } }: { coin: Extract<AssetDetail, { state: 'known' }> }) {
  const { symbol } = asset.currency
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
        {main ? text.trade(symbol) : appText.nav.trade}
      </Button>
      <ButtonLink to={convertPath(asset.balance === '0' ? { to: symbol } : { from: symbol })}>
        <Icon name="convert" size={20} />
        {assetsText.balance.convert}
      </ButtonLink>
      <SoonButton icon="deposit" name={assetsText.balance.deposit} />
      <SoonButton icon="withdraw" name={assetsText.balance.withdraw} />
    </div>
  )
}

/** Says that its function is not available yet. */
function SoonButton({ icon, name }: { icon: IconName; name: string }) {
  const soon = useSetAtom(notifyOpensSoonAtom)
  return (
    <Button onClick={() => soon(name)}>
      <Icon name={icon} size={20} />
      <span className="button-soon">
        {name}
        <small>{appText.comingSoon}</small>
      </span>
    </Button>
  )
}
