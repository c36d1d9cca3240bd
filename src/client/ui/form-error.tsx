import { Icon } from './icon.tsx'

/** Why a form as a whole was refused. */
export function Refusal({ children }: { children: string | undefined }) {
  if (children === undefined) return null
  return (
    <p className="fault auth-refusal" role="alert">
      <Icon name="alert" size={16} />
      {children}
    </p>
  )
}
