import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router-dom'

type Kind = 'primary' | 'buy' | 'sell' | 'tinted' | 'quiet' | 'outline' | 'text'
type Size = 'large' | 'medium' | 'small'

type ButtonProps = Omit<ComponentProps<'button'>, 'type'> & {
  kind?: Kind
  size?: Size
  isSubmit?: boolean
  /** Text shown with a spinner while the action runs. */
  busy?: string | undefined
}

export function Button({ kind = 'quiet', size = 'large', isSubmit, busy, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={isSubmit ? 'submit' : 'button'}
      className={`button ${rest.className ?? ''}`}
      data-kind={kind}
      data-size={size}
      disabled={disabled}
      aria-busy={busy === undefined ? undefined : true}
      aria-disabled={busy === undefined ? undefined : true}
    >
      {busy === undefined ? children : <Busy text={busy} />}
    </button>
  )
}

function Busy({ text }: { text: string }) {
  return (
    <>
      <span className="spinner" aria-hidden="true" />
      {text}
    </>
  )
}

type ButtonLinkProps = {
  to: string
  kind?: Kind
  size?: Size
  state?: unknown
  children: ReactNode
  className?: string
}

export function ButtonLink({ to, kind = 'quiet', size = 'large', state, children, className = '' }: ButtonLinkProps) {
  return (
    <Link to={to} state={state} className={`button ${className}`} data-kind={kind} data-size={size}>
      {children}
    </Link>
  )
}

export function IconButton({ label, children, ...rest }: Omit<ComponentProps<'button'>, 'type'> & { label: string }) {
  return (
    <button {...rest} type="button" className={`icon-button ${rest.className ?? ''}`} aria-label={label} title={label}>
      {children}
    </button>
  )
}
