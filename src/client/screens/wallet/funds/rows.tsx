import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '../../../ui/icon.tsx'
import style from './rows.module.css'

/** A list to choose from, as wide as its sheet. */
export const RowList = ({ children }: { children: ReactNode }) => <ul className={style.list}>{children}</ul>

type ButtonProps = {
  onPress: () => void
  isDisabled?: boolean
  /** It opens something. */
  hasChevron?: boolean
  /** The part that is done, as a line below the row. */
  percent?: number | undefined
  children: ReactNode
}

/** The children of a row: a `span` with a name in `b` and a line in `small`, an icon before it, more after it. */
export const RowButton = ({ onPress, isDisabled, hasChevron = false, percent, children }: ButtonProps) => (
  <button type="button" className={style.row} disabled={isDisabled} onClick={onPress}>
    {children}
    {hasChevron && <Chevron />}
    {percent !== undefined && (
      <i aria-hidden="true">
        <i style={{ width: `${percent}%` }} />
      </i>
    )}
  </button>
)

export const RowLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link className={style.row} to={to}>
    {children}
    <Chevron />
  </Link>
)

export const RowItem = ({ children }: { children: ReactNode }) => <li className={style.row}>{children}</li>

const Chevron = () => <Icon name="chevron-right" size={16} className={style.chevron} />
