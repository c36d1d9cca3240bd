import { useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { copyTextAtom } from '../state/app/copy-text.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import style from './details-list.module.css'

/** Names and values. Its children are rows. */
export const DetailsList = ({ children }: { children: ReactNode }) => <dl className={style.details}>{children}</dl>

export const DetailRow = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

type CopyRowProps = {
  name: string
  value: string
  /** Instead of a value that nobody reads to its end. */
  short?: string
  label: string
  children?: ReactNode
}

/** A long value with a button that copies it, called `label`. `children`: more buttons. */
export function CopyRow({ name, value, short = value, label, children }: CopyRowProps) {
  const copy = useSetAtom(copyTextAtom)
  return (
    <div>
      <dt>{name}</dt>
      <dd className={style.long}>
        <code title={value}>{short}</code>
        {children}
        <IconButton className={style.copy} label={label} onClick={() => void copy(value)}>
          <Icon name="copy" size={20} />
        </IconButton>
      </dd>
    </div>
  )
}
