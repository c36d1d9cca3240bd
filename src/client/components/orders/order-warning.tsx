import type { ReactNode } from 'react'
import style from './order-warning.module.css'

/** Why the order should be checked again before it is placed. */
export const OrderWarning = ({ level, children }: { level: 'amber' | 'red'; children: ReactNode }) => (
  <p className={style.warning} data-level={level}>
    {children}
  </p>
)
