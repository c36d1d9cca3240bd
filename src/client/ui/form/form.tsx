import type { FormEvent, ReactNode } from 'react'
import style from './form.module.css'

type Props = {
  onSubmit: (event: FormEvent) => void
  children: ReactNode
  /** Its place. */
  className?: string | undefined
}

/** Fields and a button, one below the other. The app validates the fields, not the browser. */
export const Form = ({ onSubmit, children, className = '' }: Props) => (
  <form className={`${style.form} ${className}`} noValidate onSubmit={onSubmit}>
    {children}
  </form>
)
