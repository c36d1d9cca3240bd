import { useAtomValue } from 'jotai'
import { hostAtom } from '../state/app/host.ts'
import { reopenText } from '../text/reopen.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Telegram sometimes launches the app with expired init data; only another launch brings new data. */
export default function ReopenInTelegram() {
  const { miniApp } = useAtomValue(hostAtom).platform
  return (
    <main className="reopen">
      <EmptyState icon="alert" title={reopenText.title} line={reopenText.line} isError>
        <Button kind="primary" onClick={() => miniApp?.close()}>
          {reopenText.close}
        </Button>
      </EmptyState>
    </main>
  )
}
