import type { ReactNode } from 'react'
import { QuickActions } from '../quick-actions.tsx'
import style from './balance-section.module.css'

type Props = {
  label: string
  head: ReactNode
  /** The line of the balance, or what is in its place. */
  children?: ReactNode
  /** Of the quick actions. */
  buys?: boolean
}

/** The total balance, its line, and what can be done with it. On a desk a card with the actions beside the balance. */
export const BalanceSection = ({ label, head, children, buys = false }: Props) => (
  <section className={style.balance} aria-label={label}>
    <div>{head}</div>
    {children !== undefined && <div className={style.line}>{children}</div>}
    <QuickActions buys={buys} className={style.actions} />
  </section>
)
