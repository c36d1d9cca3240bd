import { useAtomValue, useSetAtom } from 'jotai'
import { hostAtom, notifyAtom } from '../../atoms/host.ts'
import { twoFactor as words } from '../../text/en-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Puts a text where it can be pasted from; where that is forbidden it says to do it by hand. */
export function CopyKey({ text }: { text: string }) {
  const { platform } = useAtomValue(hostAtom)
  const notify = useSetAtom(notifyAtom)
  const copy = async () => {
    const isCopied = await platform.copy(text)
    notify(isCopied ? { kind: 'success', title: words.copied } : { kind: 'blank', title: words.cannotCopy })
  }
  return (
    <Button size="small" onClick={() => void copy()}>
      <Icon name="copy" size={16} />
      {words.copy}
    </Button>
  )
}
