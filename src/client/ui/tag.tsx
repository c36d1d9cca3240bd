import type { ReactNode } from 'react'
import style from './tag.module.css'

type Props = { children: ReactNode; side?: 'buy' | 'sell'; className?: string | undefined }

/** A short word in a small box, in the colour of the side of an order. */
export const Tag = ({ children, side, className = '' }: Props) => (
  <span className={`${style.tag} ${className}`} data-side={side}>
    {children}
  </span>
)
