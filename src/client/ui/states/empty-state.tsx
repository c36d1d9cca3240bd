import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon.tsx'
import style from './empty-state.module.css'

type Props = { icon: IconName; title: string; line: string; isError?: boolean; children?: ReactNode }

/** An empty or failed state: title, text and an action. */
export function EmptyState({ icon, title, line, isError, children }: Props) {
  return (
    <div className={style.empty} data-error={isError || undefined}>
      <Icon name={icon} size={28} className={style.icon} />
      <h2>{title}</h2>
      <p>{line}</p>
      {children}
    </div>
  )
}
