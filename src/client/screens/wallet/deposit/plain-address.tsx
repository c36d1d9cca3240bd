import type { ReactNode } from 'react'
import type { NetworkView } from '../../../../contract/wallet/views.ts'
import { depositText } from '../../../text/deposit.ts'
import { AddressText } from '../funds/address-text.tsx'
import { AddressBlock } from './address-block.tsx'
import { AddressQr } from './address-qr.tsx'
import { CopyButton, ShareButton, ShareRow } from './share-buttons.tsx'

/** `notes`: what to know before the address is copied. */
type Props = { symbol: string; network: NetworkView; address: string; notes: ReactNode }

/** An address that belongs to the user alone. */
export const PlainAddress = ({ symbol, network: { name }, address, notes }: Props) => (
  <AddressBlock label={depositText.addressOf(symbol, name)}>
    <AddressQr text={address} label={depositText.qr(address)} />
    <p>
      <small>{depositText.addressOf(symbol, name)}</small>
      <AddressText address={address} />
    </p>
    {notes}
    <ShareRow>
      <CopyButton text={address} label={depositText.copy} />
      <ShareButton text={address} />
    </ShareRow>
  </AddressBlock>
)
