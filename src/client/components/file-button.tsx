import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useState } from 'react'
import { hostAtom } from '../state/app/host.ts'
import { keepFileAtom, type TextFile } from '../state/app/keep-file.ts'
import { filesText } from '../text/files.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

type Props = { children: ReactNode; busy: string; isDisabled?: boolean; load: () => Promise<TextFile | undefined> }

/** Loads a file and saves it. Where the host cannot save files, the next tap copies what was loaded. */
export function FileButton({ children, busy, isDisabled = false, load }: Props) {
  const { savesFiles } = useAtomValue(hostAtom).platform
  const keep = useSetAtom(keepFileAtom)
  const [isBusy, setBusy] = useState(false)
  const [loaded, setLoaded] = useState<TextFile>()
  const start = async () => {
    setBusy(true)
    const file = await load()
    setBusy(false)
    if (file === undefined) return
    if (savesFiles) return keep(file)
    setLoaded(file)
  }
  const copy = async (file: TextFile) => {
    await keep(file)
    setLoaded(undefined)
  }
  return (
    <>
      <Button
        kind={loaded === undefined ? 'quiet' : 'primary'}
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
      {/* A message would lie over the button where that is in the bar at the top. */}
      <span className="visually-hidden" role="status">
        {loaded !== undefined && filesText.ready}
      </span>
    </>
  )
}
