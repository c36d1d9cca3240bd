import type { NetworkView } from '../../../../contract/wallet/views.ts'
import { depositText } from '../../../text/deposit.ts'
import { ButtonRow } from '../../../ui/actions.tsx'
import { AddressText } from '../funds/address-text.tsx'
import style from '../funds/funds.module.css'
import { AddressQr } from './address-qr.tsx'
import { CopyButton, ShareButton } from './share-buttons.tsx'

type Props = { symbol: string; network: NetworkView; address: string }

/** An address that belongs to the user alone. */
export const PlainAddress = ({ symbol, network: { name }, address }: Props) => (
  <section className={style.address} aria-label={depositText.addressOf(symbol, name)}>
    <AddressQr text={address} label={depositText.qr(address)} />
    <p>
      <small>{depositText.addressOf(symbol, name)}</small>
      <AddressText address={address} />
    </p>
    <ButtonRow className={style.shares}>
      <CopyButton text={address} label={depositText.copy} />
      <ShareButton text={address} />
    </ButtonRow>
  </section>
)
