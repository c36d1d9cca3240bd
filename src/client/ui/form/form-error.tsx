import { Icon } from '../icon.tsx'

/** The error of a whole form. */
export function FormError({ children }: { children: string | undefined }) {
  if (children === undefined) return null
  return (
    <p className="field-error form-error" role="alert">
      <Icon name="alert" size={16} />
      {children}
    </p>
  )
}
