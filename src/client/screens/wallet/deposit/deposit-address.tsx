import type { NetworkView } from '../../../../contract/wallet/views.ts'
import { amountText } from '../../../state/convert/convert-figures.ts'
import { depositText } from '../../../text/deposit.ts'
import style from '../funds/funds.module.css'
import { MemoAddress } from './memo-address.tsx'
import { PlainAddress } from './plain-address.tsx'

type Props = { symbol: string; network: NetworkView }

/** The own address as text and QR code, the memo of networks that need one, and what must not be sent to it. */
export function DepositAddress({ symbol, network }: Props) {
  const { address, memo } = network
  if (address === null) return null
  return (
    <>
      {memo === null ? (
        <PlainAddress symbol={symbol} network={network} address={address} />
      ) : (
        <MemoAddress symbol={symbol} network={network} address={address} memo={memo} />
      )}
      <Notes symbol={symbol} network={network} />
    </>
  )
}

function Notes({ symbol, network }: Props) {
  const { name, state, deposit_notice, min_deposit, unlock_confirmations } = network
  return (
    <ul className={style.notes}>
      {state === 'delayed' && <li data-level="amber">{depositText.delayed}</li>}
      {deposit_notice !== '' && <li data-level="amber">{deposit_notice}</li>}
      <li data-level="amber">
        {depositText.onlyCoin(symbol, name)} {depositText.belowMinimum(amountText(min_deposit, symbol))}
      </li>
      <li>{depositText.credited(unlock_confirmations)}</li>
    </ul>
  )
}
