import type { NetworkView } from '../../../../contract/wallet/views.ts'
import { depositText } from '../../../text/deposit.ts'
import { AddressText } from '../funds/address-text.tsx'
import { AddressBlock } from './address-block.tsx'
import { AddressQr } from './address-qr.tsx'
import { CopyButton, ShareButton, ShareRow } from './share-buttons.tsx'

type Props = { symbol: string; network: NetworkView; address: string }

/** An address that belongs to the user alone. */
export const PlainAddress = ({ symbol, network: { name }, address }: Props) => (
  <AddressBlock label={depositText.addressOf(symbol, name)}>
    <AddressQr text={address} label={depositText.qr(address)} />
    <p>
      <small>{depositText.addressOf(symbol, name)}</small>
      <AddressText address={address} />
    </p>
    <ShareRow>
      <CopyButton text={address} label={depositText.copy} />
      <ShareButton text={address} />
    </ShareRow>
  </AddressBlock>
)
