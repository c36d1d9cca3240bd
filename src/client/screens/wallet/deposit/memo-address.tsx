import { useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import type { NetworkView } from '../../../../contract/wallet/views.ts'
import { modeAtom } from '../../../state/app/exchange-info.ts'
import { hostAtom } from '../../../state/app/host.ts'
import { walletLink } from '../../../state/deposit/wallet-link.ts'
import { depositText } from '../../../text/deposit.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { Hint } from '../../../ui/form/hint.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { AddressText } from '../funds/address-text.tsx'
import { CopyList, CopyListRow } from '../funds/copy-list.tsx'
import { AddressBlock } from './address-block.tsx'
import { AddressQr } from './address-qr.tsx'
import style from './memo-address.module.css'
import { ShareButton, ShareRow } from './share-buttons.tsx'

/** `notes`: what to know before the address is copied. */
type Props = { symbol: string; network: NetworkView; address: string; memo: string; notes: ReactNode }

/** An address that all users share, with the memo that tells them apart. Shown when the user agreed to add the memo. */
export function MemoAddress(props: Props) {
  const [isAccepted, setAccepted] = useState(false)
  return (
    <>
      <div className={style.rule}>
        <p>{depositText.memo.warning}</p>
        <Checkbox checked={isAccepted} onChange={setAccepted}>
          {depositText.memo.accept}
        </Checkbox>
      </div>
      {isAccepted ? (
        <Address {...props} />
      ) : (
        <>
          <Hint className={style.hidden}>{depositText.memo.hidden}</Hint>
          {props.notes}
        </>
      )}
    </>
  )
}

function Address({ symbol, network: { name, pay_uri }, address, memo, notes }: Props) {
  return (
    <AddressBlock label={depositText.addressOf(symbol, name)}>
      <AddressQr text={pay_uri ?? address} label={depositText.memo.qr(address, memo)} />
      {notes}
      <CopyList className={style.copies}>
        <CopyListRow name={depositText.addressOf(symbol, name)} text={address} label={depositText.copy}>
          <AddressText address={address} />
        </CopyListRow>
        <CopyListRow name={depositText.memo.label} text={memo} label={depositText.memo.copy}>
          <code className={style.memo}>{memo}</code>
        </CopyListRow>
      </CopyList>
      <ShareRow>
        <ShareButton text={depositText.memo.shared(address, memo)} />
        {pay_uri !== null && <WalletButton uri={pay_uri} />}
      </ShareRow>
    </AddressBlock>
  )
}

/** Not on a play exchange: a wallet would send real coins. */
function WalletButton({ uri }: { uri: string }) {
  const { platform } = useAtomValue(hostAtom)
  const link = walletLink(uri, platform.miniApp !== undefined)
  if (useAtomValue(modeAtom) !== 'live' || link === undefined) return null
  return (
    <Button size="medium" onClick={() => platform.openLink(link)}>
      <Icon name="external" size={20} />
      {depositText.memo.openWallet}
    </Button>
  )
}
