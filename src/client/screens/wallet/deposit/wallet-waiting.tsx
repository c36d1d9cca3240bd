import type { WalletStep } from '../../../state/deposit/pay-with-wallet.ts'
import { depositText } from '../../../text/deposit.ts'
import { Button } from '../../../ui/button.tsx'
import { useWideScreen } from '../../../ui/use-wide-screen.ts'
import style from '../funds/funds.module.css'
import { AddressQr } from './address-qr.tsx'

const text = depositText.wallet

type Props = { wallet: { readonly name: string }; step: WalletStep; onCancel: () => void }

/** What to do in the wallet. On a desktop, a code for the wallet on a phone. */
export function WalletWaiting({ wallet: { name }, step: { type, link }, onCancel }: Props) {
  const hasCode = useWideScreen() && type === 'connect' && link !== undefined
  return (
    <div className={style.form}>
      {hasCode && (
        <div className={`${style.address} ${style.scan}`}>
          <AddressQr text={link} label={text.code(name)} />
          <small>{text.scan(name)}</small>
        </div>
      )}
      <p role="status" className="sheet-line">
        {text.steps[type](name)}
      </p>
      {link !== undefined && (
        <a className="button" data-kind="primary" data-size="large" href={link} target="_blank" rel="noreferrer">
          {text.open(name)}
        </a>
      )}
      <Button onClick={onCancel}>{text.cancel}</Button>
    </div>
  )
}
