import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { CommitButton } from '../../../components/commit-button.tsx'
import { logOutEverywhereAtom } from '../../../state/account/credentials.ts'
import { appText } from '../../../text/app.ts'
import { settingsText } from '../../../text/settings.ts'
import { SheetActions } from '../../../ui/actions.tsx'
import { Cell, Section } from '../../../ui/cells/cells.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { Hint } from '../../../ui/form/hint.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'

const text = settingsText.devices

/** Ends every session after a question. */
export function LogOutEverywhere() {
  const [isConfirming, setConfirming] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const logOut = useSetAtom(logOutEverywhereAtom)
  const logOutAll = async () => {
    setBusy(true)
    setError(await logOut())
    setBusy(false)
  }
  return (
    <>
      <Section kind="menu" footer={text.logOutAllFooter}>
        <Cell icon="log-out" title={text.logOutAll} onPress={() => setConfirming(true)} isDanger />
      </Section>
      {isConfirming && (
        <Sheet title={text.logOutAll} close={appText.close} onClose={() => setConfirming(false)}>
          <Hint>{text.logOutAllLine}</Hint>
          <FormError>{error}</FormError>
          <SheetActions>
            <CommitButton
              busy={isBusy ? appText.loading : undefined}
              onPress={() => {
                if (!isBusy) void logOutAll()
              }}
            >
              {text.logOutAll}
            </CommitButton>
          </SheetActions>
        </Sheet>
      )}
    </>
  )
}
