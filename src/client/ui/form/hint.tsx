import type { ReactNode } from 'react'
import style from './hint.module.css'

/** A line that explains a form or a step. */
export const Hint = ({ children }: { children: ReactNode }) => <p className={style.hint}>{children}</p>
