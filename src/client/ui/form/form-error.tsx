import style from './field-error.module.css'
import { FieldError } from './field-error.tsx'

/** The error of a whole form. */
export function FormError({ children }: { children: string | undefined }) {
  if (children === undefined) return null
  return (
    <FieldError role="alert" className={style.form}>
      {children}
    </FieldError>
  )
}
