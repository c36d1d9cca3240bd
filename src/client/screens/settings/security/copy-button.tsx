import { useSetAtom } from 'jotai'
import { copyTextAtom } from '../../../state/app/copy-text.ts'
import { settingsText } from '../../../text/settings.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

export function CopyButton({ text }: { text: string }) {
  const copy = useSetAtom(copyTextAtom)
  return (
    <Button size="small" onClick={() => void copy(text)}>
      <Icon name="copy" size={16} />
      {settingsText.twoFactor.copy}
    </Button>
  )
}
