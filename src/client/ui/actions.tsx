import type { ReactNode } from 'react'
import style from './actions.module.css'

type Props = { children: ReactNode; className?: string | undefined }

/** Buttons beside each other; those that do not fit follow below. In the actions of a sheet they share the width. */
export const ButtonRow = ({ children, className = '' }: Props) => (
  <div className={`${style.row} ${className}`}>{children}</div>
)

/** The actions at the end of a sheet: they stay in view while its content scrolls. */
export const SheetActions = ({ children }: { children: ReactNode }) => <div className={style.actions}>{children}</div>

/** A line of a sheet that explains. `status`: it changes while the sheet is open. */
export const SheetLine = ({ children, role }: { children: ReactNode; role?: 'status' }) => (
  <p className={style.line} role={role}>
    {children}
  </p>
)

/** What the button above it promises. */
export const SheetFoot = ({ children }: { children: ReactNode }) => <p className={style.foot}>{children}</p>
