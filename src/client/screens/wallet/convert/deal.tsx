import type { ReactNode } from 'react'
import style from './deal.module.css'

type Props = {
  icon: ReactNode
  label: string
  amount: string
  symbol: string
  /** It is less than was shown before. */
  isWorse?: boolean
  role?: 'status'
  /** Beside the amount. */
  children?: ReactNode
}

/** The amount that a conversion brings. */
export const Deal = ({ icon, label, amount, symbol, isWorse = false, role, children }: Props) => (
  <div className={style.deal} data-worse={isWorse || undefined} role={role}>
    {icon}
    <p>
      <small>{label}</small>
      <b data-long={amount.length > 12 || undefined}>{amount}</b> <span>{symbol}</span>
    </p>
    {children}
  </div>
)
