import type { NetworkView } from '../../../../contract/wallet/views.ts'
import { depositText } from '../../../text/deposit.ts'
import { Note, Notes } from '../funds/notes.tsx'
import { MemoAddress } from './memo-address.tsx'
import { PlainAddress } from './plain-address.tsx'

type Props = { symbol: string; network: NetworkView }

/** The own address as text and QR code, the memo of networks that need one, and what must not be sent to it. */
export function DepositAddress({ symbol, network }: Props) {
  const { address, memo } = network
  if (address === null) return null
  const notes = <AddressNotes symbol={symbol} network={network} />
  return memo === null ? (
    <PlainAddress symbol={symbol} network={network} address={address} notes={notes} />
  ) : (
    <MemoAddress symbol={symbol} network={network} address={address} memo={memo} notes={notes} />
  )
}

function AddressNotes({ symbol, network }: Props) {
  const { name, state, deposit_notice } = network
  return (
    <Notes>
      {state === 'delayed' && <Note isWarning>{depositText.delayed}</Note>}
      {deposit_notice !== '' && <Note isWarning>{deposit_notice}</Note>}
      <Note isWarning>{depositText.onlyCoin(symbol, name)}</Note>
    </Notes>
  )
}
