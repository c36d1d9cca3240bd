import { useAtomValue } from 'jotai'
import { hostAtom } from '../state/app/host.ts'
import { appText } from '../text/app.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Telegram sometimes launches the app with expired init data; only another launch brings new data. */
export default function ReopenInTelegram() {
  const { miniApp } = useAtomValue(hostAtom).platform
  return (
    <main className="reopen">
      <EmptyState icon="alert" title={appText.reopen.title} line={appText.reopen.line} isError>
        <Button kind="primary" onClick={() => miniApp?.close()}>
          {appText.reopen.close}
        </Button>
      </EmptyState>
    </main>
  )
}
