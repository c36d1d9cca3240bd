import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

type Props = { icon: IconName; title: string; line: string; isTrouble?: boolean; children?: ReactNode }

/** Nothing to show, or something failed: what it is, in a line, and the next step. */
export function Empty({ icon, title, line, isTrouble, children }: Props) {
  return (
    <div className="empty" data-trouble={isTrouble || undefined}>
      <Icon name={icon} size={28} />
      <h2>{title}</h2>
      <p>{line}</p>
      {children}
    </div>
  )
}
