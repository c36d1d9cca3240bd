import type { WalletStep } from '../../../state/deposit/pay-with-wallet.ts'
import { depositText } from '../../../text/deposit.ts'
import { SheetLine } from '../../../ui/actions.tsx'
import { Button, ButtonAnchor } from '../../../ui/button.tsx'
import { useWideScreen } from '../../../ui/use-wide-screen.ts'
import { StepBody } from '../funds/step-form.tsx'
import { AddressBlock } from './address-block.tsx'
import { AddressQr } from './address-qr.tsx'

const text = depositText.wallet

type Props = { wallet: { readonly name: string }; step: WalletStep; onCancel: () => void }

/** What to do in the wallet. On a desktop, a code for the wallet on a phone. */
export function WalletWaiting({ wallet: { name }, step: { type, link }, onCancel }: Props) {
  const hasCode = useWideScreen() && type === 'connect' && link !== undefined
  return (
    <StepBody>
      {hasCode && (
        <AddressBlock>
          <AddressQr text={link} label={text.code(name)} isLarge />
          <small>{text.scan(name)}</small>
        </AddressBlock>
      )}
      <SheetLine role="status">{text.steps[type](name)}</SheetLine>
      {link !== undefined && (
        <ButtonAnchor kind="primary" href={link} target="_blank" rel="noreferrer">
          {text.open(name)}
        </ButtonAnchor>
      )}
      <Button onClick={onCancel}>{text.cancel}</Button>
    </StepBody>
  )
}
