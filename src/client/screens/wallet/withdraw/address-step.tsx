import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { ScanButton } from '../../../components/scan-button.tsx'
import { hostAtom, notifyAtom } from '../../../state/app/host.ts'
import { hasPlayWalletAtom, playWalletOf } from '../../../state/wallet/play-wallet.ts'
import { addressStart, isAddress, isMemo } from '../../../state/withdraw/draft.ts'
import { editWithdrawAtom, moveWithdrawAtom, withdrawDraftOf, withdrawErrorsOf } from '../../../state/withdraw/form.ts'
import { recipientOf } from '../../../state/withdraw/scanned-recipient.ts'
import { playWalletText } from '../../../text/play-wallet.ts'
import { withdrawText } from '../../../text/withdraw.ts'
import { SheetActions } from '../../../ui/actions.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { FirstStep } from '../../../ui/overlays/step-view.tsx'
import { FillButton } from '../funds/fill-button.tsx'
import { Note, Notes } from '../funds/notes.tsx'
import { StepForm } from '../funds/step-form.tsx'
import { AddressPicker } from './address-picker.tsx'
import style from './address-step.module.css'
import type { StepProps } from './step-props.ts'

/** Where the coins go: pasted, from the address book, or the own play wallet. */
export function AddressStep({ user, coin, network, limits }: StepProps) {
  const [isPicking, setPicking] = useState(false)
  if (isPicking)
    return <AddressPicker user={user} currency={coin.id} network={network} onClose={() => setPicking(false)} />
  return (
    <FirstStep label={withdrawText.recipient}>
      <AddressForm user={user} network={network} isListOnly={limits.whitelist_only} onPick={() => setPicking(true)} />
    </FirstStep>
  )
}

type FormProps = Pick<StepProps, 'user' | 'network'> & { isListOnly: boolean; onPick: () => void }

function AddressForm({ user, network, isListOnly, onPick }: FormProps) {
  const { address, memo } = useAtomValue(withdrawDraftOf(user))
  const refused = useAtomValue(withdrawErrorsOf(user)).address
  const edit = useSetAtom(editWithdrawAtom)
  const move = useSetAtom(moveWithdrawAtom)
  const [isChecked, setChecked] = useState(false)
  const isValid = isAddress(address, network)
  const missing = address === '' ? withdrawText.enterAddress : withdrawText.invalidAddress(network.name)
  const hasMemo = network.memo_regex !== null
  const next = () => {
    if (!isValid || (hasMemo && !isMemo(memo, network))) return setChecked(true)
    // It may have been entered for another network.
    if (!hasMemo) edit(user, { memo: '' })
    move(user, 1)
  }
  return (
    <StepForm
      onSubmit={(event) => {
        event.preventDefault()
        next()
      }}
    >
      <TextField
        label={withdrawText.addressHint(network.name)}
        name="address"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
        placeholder={addressStart(network)}
        value={address}
        onType={(typed) => {
          edit(user, { address: typed.trim(), entry: undefined })
          setChecked(false)
        }}
        onBlur={() => setChecked(address !== '')}
        error={refused ?? (isChecked && !isValid ? missing : undefined)}
        trailing={<FillButtons user={user} network={network} onScan={() => setChecked(true)} />}
      />
      {hasMemo && <MemoField user={user} network={network} />}
      <div className={style.shortcuts}>
        <Button size="small" onClick={onPick}>
          <Icon name="book" size={16} />
          {withdrawText.book}
        </Button>
        <PlayShortcut user={user} network={network.id} />
      </div>
      <AddressNotes network={network} isListOnly={isListOnly} isMemoMissing={hasMemo && memo === ''} />
      <SheetActions>
        <Button kind="primary" isSubmit>
          {withdrawText.continue}
        </Button>
      </SheetActions>
    </StepForm>
  )
}

type NotesProps = Pick<FormProps, 'network' | 'isListOnly'> & { isMemoMissing: boolean }

const AddressNotes = ({ network, isListOnly, isMemoMissing }: NotesProps) => (
  <Notes>
    {isListOnly && <Note isWarning>{withdrawText.whitelistOnly}</Note>}
    {network.state !== 'available' && <Note isWarning>{withdrawText.delayed}</Note>}
    {network.withdraw_notice !== '' && <Note isWarning>{network.withdraw_notice}</Note>}
    {isMemoMissing && <Note isWarning>{withdrawText.memo.hint}</Note>}
    <Note>{withdrawText.onlyNetwork(network.name)}</Note>
  </Notes>
)

/** Of networks that have memos. It is shown with its error at once: an invalid memo is not a beginning of a valid one. */
function MemoField({ user, network }: Pick<FormProps, 'user' | 'network'>) {
  const { memo } = useAtomValue(withdrawDraftOf(user))
  const refused = useAtomValue(withdrawErrorsOf(user)).memo
  const edit = useSetAtom(editWithdrawAtom)
  return (
    <TextField
      label={withdrawText.memo.label}
      name="memo"
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="next"
      placeholder={withdrawText.memo.optional}
      value={memo}
      onType={(typed) => edit(user, { memo: typed, entry: undefined })}
      error={refused ?? (isMemo(memo, network) ? undefined : withdrawText.memo.invalid)}
    />
  )
}

function FillButtons({ user, network, onScan }: Pick<StepProps, 'user' | 'network'> & { onScan: () => void }) {
  const edit = useSetAtom(editWithdrawAtom)
  const fill = (scanned: string) => {
    edit(user, { ...recipientOf(scanned, network), entry: undefined })
    onScan()
  }
  return (
    <>
      <ScanButton onText={fill} />
      <PasteButton user={user} />
    </>
  )
}

function PasteButton({ user }: { user: string }) {
  const { platform } = useAtomValue(hostAtom)
  const notify = useSetAtom(notifyAtom)
  const edit = useSetAtom(editWithdrawAtom)
  const paste = async () => {
    const address = (await platform.paste())?.trim()
    if (address) edit(user, { address, entry: undefined })
    else notify({ kind: 'blank', title: withdrawText.pasteFailed })
  }
  return <FillButton onPress={() => void paste()}>{withdrawText.paste}</FillButton>
}

/** Fills in the address of the external wallet of a play exchange. */
function PlayShortcut({ user, network }: { user: string; network: number }) {
  return useAtomValue(hasPlayWalletAtom) ? <PlayAddress user={user} network={network} /> : null
}

function PlayAddress({ user, network }: { user: string; network: number }) {
  const wallet = useAtomValue(playWalletOf(user)(network))
  const edit = useSetAtom(editWithdrawAtom)
  if (wallet.state !== 'ready') return null
  const { address } = wallet.value
  return (
    <Button
      size="small"
      aria-label={`${withdrawText.playWallet}: ${playWalletText.address}`}
      onClick={() => edit(user, { address, memo: '', entry: undefined })}
    >
      <Icon name="wallet" size={16} />
      {withdrawText.playWallet}
    </Button>
  )
}
