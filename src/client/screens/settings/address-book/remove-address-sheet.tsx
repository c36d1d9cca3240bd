import { useSetAtom } from 'jotai'
import { useState } from 'react'
import type { AddressView } from '../../../../contract/wallet/views.ts'
import { CommitButton } from '../../../components/commit-button.tsx'
import { notifyAtom } from '../../../state/app/host.ts'
import { deleteAddressAtom } from '../../../state/wallet/address-book.ts'
import { addressBookText as text } from '../../../text/address-book.ts'
import { appText } from '../../../text/app.ts'
import { ButtonRow, SheetActions } from '../../../ui/actions.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { Hint } from '../../../ui/form/hint.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'

type Props = { user: string; entry: AddressView; onClose: () => void }

/** Asks before an address is removed. */
export function RemoveAddressSheet({ user, entry: { id, label }, onClose }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const remove = useSetAtom(deleteAddressAtom)
  const notify = useSetAtom(notifyAtom)
  const confirm = async () => {
    setBusy(true)
    const failure = await remove(user, id)
    setBusy(false)
    setError(failure)
    if (failure !== undefined) return
    notify({ kind: 'success', title: text.removed })
    onClose()
  }
  return (
    <Sheet title={text.removeTitle} close={appText.close} onClose={onClose}>
      <Hint>{text.removeLine(label)}</Hint>
      <FormError>{error}</FormError>
      <SheetActions>
        <ButtonRow>
          <Button onClick={onClose}>{text.keep}</Button>
          <CommitButton busy={isBusy ? appText.loading : undefined} onPress={() => !isBusy && void confirm()}>
            {text.remove}
          </CommitButton>
        </ButtonRow>
      </SheetActions>
    </Sheet>
  )
}
