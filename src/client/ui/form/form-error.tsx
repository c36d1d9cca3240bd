import style from './field-error.module.css'
import { FieldError } from './field-error.tsx'

const reveal = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** The error of a whole form, scrolled into view. */
export function FormError({ children }: { children: string | undefined }) {
  if (children === undefined) return null
  return (
    <div ref={reveal} className={style.form}>
      <FieldError role="alert">{children}</FieldError>
    </div>
  )
}
