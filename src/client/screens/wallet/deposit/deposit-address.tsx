import { useAtomValue, useSetAtom } from 'jotai'
import type { NetworkView } from '../../../../contract/wallet/views.ts'
import { PartBoundary } from '../../../components/part-boundary.tsx'
import { copyTextAtom } from '../../../state/app/copy-text.ts'
import { hostAtom } from '../../../state/app/host.ts'
import { amountText } from '../../../state/convert/convert-figures.ts'
import { depositText } from '../../../text/deposit.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { AddressText } from '../funds/address-text.tsx'
import style from '../funds/funds.module.css'

const QrCode = lazyPart(() => import('../../../components/qr-code.tsx'))

/** The own address as text and QR code, and what must not be sent to it. */
export function DepositAddress({ symbol, network }: { symbol: string; network: NetworkView }) {
  const { address, name, min_deposit, unlock_confirmations } = network
  const copy = useSetAtom(copyTextAtom)
  const { platform } = useAtomValue(hostAtom)
  if (address === null) return null
  const share = async () => {
    if ((await platform.shareText(address)) === 'unknown') await copy(address)
  }
  return (
    <>
      <section className={style.address} aria-label={depositText.addressOf(symbol, name)}>
        <div className={style.qr}>
          <PartBoundary loading={null}>
            <QrCode text={address} label={depositText.qr(address)} />
          </PartBoundary>
        </div>
        <p>
          <small>{depositText.addressOf(symbol, name)}</small>
          <AddressText address={address} />
        </p>
        <div className="button-row">
          <Button kind="primary" size="medium" onClick={() => void copy(address)}>
            <Icon name="copy" size={20} />
            {depositText.copy}
          </Button>
          <Button size="medium" onClick={() => void share()}>
            <Icon name="share" size={20} />
            {depositText.share}
          </Button>
        </div>
      </section>
      <ul className={style.notes}>
        {network.state === 'delayed' && <li data-level="amber">{depositText.delayed}</li>}
        {network.deposit_notice !== '' && <li data-level="amber">{network.deposit_notice}</li>}
        <li data-level="amber">
          {depositText.onlyCoin(symbol, name)} {depositText.belowMinimum(amountText(min_deposit, symbol))}
        </li>
        <li>{depositText.credited(unlock_confirmations)}</li>
      </ul>
    </>
  )
}
