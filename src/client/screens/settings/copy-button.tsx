import { useSetAtom } from 'jotai'
import { copyAtom } from '../../atoms/copy.ts'
import { twoFactor as words } from '../../text/en-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

export function CopyKey({ text }: { text: string }) {
  const copy = useSetAtom(copyAtom)
  return (
    <Button size="small" onClick={() => void copy(text)}>
      <Icon name="copy" size={16} />
      {words.copy}
    </Button>
  )
}
