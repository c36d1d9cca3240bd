import { useAtomValue } from 'jotai'
import { hostAtom } from '../atoms/host.ts'
import { text } from '../text/en.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'

/** Telegram may launch an app with yesterday's evidence; only Telegram can bring new one. */
export default function Reopen() {
  const { miniApp } = useAtomValue(hostAtom).platform
  return (
    <main className="reopen">
      <Empty icon="alert" title={text.reopen.title} line={text.reopen.line} isTrouble>
        <Button kind="primary" onClick={() => miniApp?.close()}>
          {text.reopen.close}
        </Button>
      </Empty>
    </main>
  )
}
