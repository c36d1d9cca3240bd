import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { NetworkView } from '../../../../contract/wallet/views.ts'
import { copyTextAtom } from '../../../state/app/copy-text.ts'
import { modeAtom } from '../../../state/app/exchange-info.ts'
import { hostAtom } from '../../../state/app/host.ts'
import { walletLink } from '../../../state/deposit/wallet-link.ts'
import { depositText } from '../../../text/deposit.ts'
import { ButtonRow } from '../../../ui/actions.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { AddressText } from '../funds/address-text.tsx'
import style from '../funds/funds.module.css'
import { AddressQr } from './address-qr.tsx'
import { ShareButton } from './share-buttons.tsx'

type Props = { symbol: string; network: NetworkView; address: string; memo: string }

/** An address that all users share, with the memo that tells them apart. Shown when the user agreed to add the memo. */
export function MemoAddress(props: Props) {
  const [isAccepted, setAccepted] = useState(false)
  return (
    <>
      <div className={style.memoRule}>
        <p>{depositText.memo.warning}</p>
        <Checkbox checked={isAccepted} onChange={setAccepted}>
          {depositText.memo.accept}
        </Checkbox>
      </div>
      {isAccepted ? <Address {...props} /> : <p className={style.line}>{depositText.memo.hidden}</p>}
    </>
  )
}

function Address({ symbol, network: { name, pay_uri }, address, memo }: Props) {
  return (
    <section className={style.address} aria-label={depositText.addressOf(symbol, name)}>
      <AddressQr text={pay_uri ?? address} label={depositText.memo.qr(address, memo)} />
      <dl className={style.copies}>
        <div>
          <dt>{depositText.addressOf(symbol, name)}</dt>
          <dd>
            <AddressText address={address} />
          </dd>
          <CopyCell text={address} label={depositText.copy} />
        </div>
        <div>
          <dt>{depositText.memo.label}</dt>
          <dd>
            <code className={style.memo}>{memo}</code>
          </dd>
          <CopyCell text={memo} label={depositText.memo.copy} />
        </div>
      </dl>
      <ButtonRow className={style.shares}>
        <ShareButton text={depositText.memo.shared(address, memo)} />
        {pay_uri !== null && <WalletButton uri={pay_uri} />}
      </ButtonRow>
    </section>
  )
}

function CopyCell({ text, label }: { text: string; label: string }) {
  const copy = useSetAtom(copyTextAtom)
  return (
    <dd>
      <IconButton label={label} onClick={() => void copy(text)}>
        <Icon name="copy" size={20} />
      </IconButton>
    </dd>
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
