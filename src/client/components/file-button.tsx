import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useState } from 'react'
import { hostAtom, notifyAtom } from '../state/app/host.ts'
import { keepFileAtom, type TextFile } from '../state/app/keep-file.ts'
import { filesText } from '../text/files.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

type Props = { children: ReactNode; busy: string; isDisabled?: boolean; load: () => Promise<TextFile | undefined> }

/** Loads a file and saves it. Where the host cannot save files, the next tap copies what was loaded. */
export function FileButton({ children, busy, isDisabled = false, load }: Props) {
  const { savesFiles } = useAtomValue(hostAtom).platform
  const [keep, notify] = [useSetAtom(keepFileAtom), useSetAtom(notifyAtom)]
  const [isBusy, setBusy] = useState(false)
  const [loaded, setLoaded] = useState<TextFile>()
  const start = async () => {
    setBusy(true)
    const file = await load()
    setBusy(false)
    if (file === undefined) return
    if (savesFiles) return keep(file)
    setLoaded(file)
    notify({ kind: 'blank', title: filesText.ready })
  }
  const copy = async (file: TextFile) => {
    await keep(file)
    setLoaded(undefined)
  }
  return (
    <Button
      size="small"
      disabled={isDisabled}
      busy={isBusy ? busy : undefined}
      onClick={() => {
        if (!isBusy) void (loaded === undefined ? start() : copy(loaded))
      }}
    >
      <Icon name={loaded === undefined ? 'export' : 'copy'} size={16} />
      {loaded === undefined ? children : filesText.copy}
    </Button>
  )
}
