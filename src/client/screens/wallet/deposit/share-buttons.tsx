import { useAtomValue, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { copyTextAtom } from '../../../state/app/copy-text.ts'
import { hostAtom } from '../../../state/app/host.ts'
import { depositText } from '../../../text/deposit.ts'
import { ButtonRow } from '../../../ui/actions.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import style from './share-buttons.module.css'

/** The buttons below an address: they share the width. */
export const ShareRow = ({ children }: { children: ReactNode }) => (
  <ButtonRow className={style.row}>{children}</ButtonRow>
)

export function CopyButton({ text, label }: { text: string; label: string }) {
  const copy = useSetAtom(copyTextAtom)
  return (
    <Button kind="primary" size="medium" onClick={() => void copy(text)}>
      <Icon name="copy" size={20} />
      {label}
    </Button>
  )
}

/** Copies the text where the host cannot share. */
export function ShareButton({ text }: { text: string }) {
  const copy = useSetAtom(copyTextAtom)
  const { platform } = useAtomValue(hostAtom)
  const share = async () => {
    if ((await platform.shareText(text)) === 'unknown') await copy(text)
  }
  return (
    <Button size="medium" onClick={() => void share()}>
      <Icon name="share" size={20} />
      {depositText.share}
    </Button>
  )
}
