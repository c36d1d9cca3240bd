import { useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { copyTextAtom } from '../../../state/app/copy-text.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import style from './copy-list.module.css'

type Props = {
  children: ReactNode
  /** Its place. */
  className?: string | undefined
}

/** Names and values with a button that copies the value. Its children are rows. */
export const CopyList = ({ children, className = '' }: Props) => (
  <dl className={`${style.list} ${className}`}>{children}</dl>
)

type RowProps = {
  name: string
  /** What the button copies. */
  text: string
  /** The name of the button. */
  label: string
  children: ReactNode
}

export function CopyListRow({ name, text, label, children }: RowProps) {
  const copy = useSetAtom(copyTextAtom)
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
      <dd>
        <IconButton label={label} onClick={() => void copy(text)}>
          <Icon name="copy" size={20} />
        </IconButton>
      </dd>
    </div>
  )
}
