import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import style from './field-error.module.css'

type Props = { children: ReactNode; id?: string; role?: 'alert'; className?: string | undefined }

/** What is wrong with a field, or with what was sent. */
export const FieldError = ({ children, className = '', ...rest }: Props) => (
  <p {...rest} className={`${style.error} ${className}`}>
    <Icon name="alert" size={16} />
    {children}
  </p>
)
