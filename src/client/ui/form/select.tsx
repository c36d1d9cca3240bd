import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import style from './select.module.css'

type Props = {
  label: string
  value: string | number
  onChoose: (value: string) => void
  /** Its options. */
  children: ReactNode
  /** `unit`: the unit of the figure beside it, without a box. */
  look?: 'box' | 'unit'
  /** Its place and width. */
  className?: string | undefined
}

/** The select of the system. The label is for screen readers. */
export const Select = ({ label, value, onChoose, children, look = 'box', className = '' }: Props) => (
  <label className={`${style.select} ${className}`} data-look={look}>
    <span className="visually-hidden">{label}</span>
    <select value={value} onChange={({ target }) => onChoose(target.value)}>
      {children}
    </select>
    <Icon name="chevron-down" size={16} className={style.icon} />
  </label>
)
