import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import style from './button.module.css'
import { Spinner } from './spinner.tsx'

type Kind = 'primary' | 'buy' | 'sell' | 'tinted' | 'quiet' | 'outline' | 'danger' | 'text'
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
      className={`${style.button} ${rest.className ?? ''}`}
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
      <Spinner />
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
  className?: string | undefined
}

export function ButtonLink({ to, kind = 'quiet', size = 'large', state, children, className = '' }: ButtonLinkProps) {
  return (
    <Link to={to} state={state} className={`${style.button} ${className}`} data-kind={kind} data-size={size}>
      {children}
    </Link>
  )
}

type ButtonAnchorProps = Omit<ComponentProps<'a'>, 'className'> & { kind?: Kind; size?: Size }

/** A link to a file or to another site. */
export const ButtonAnchor = ({ kind = 'quiet', size = 'large', children, ...rest }: ButtonAnchorProps) => (
  <a {...rest} className={style.button} data-kind={kind} data-size={size}>
    {children}
  </a>
)

export function IconButton({ label, children, ...rest }: Omit<ComponentProps<'button'>, 'type'> & { label: string }) {
  return (
    <button
      {...rest}
      type="button"
      className={`${style.iconButton} ${rest.className ?? ''}`}
      aria-label={label}
      title={label}
    >
      {children}
    </button>
  )
}

type IconLinkProps = {
  to: string
  label?: string
  isExternal?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A link that looks like an icon button. Without a label it needs text for screen readers. */
export function IconLink({ to, label, isExternal = false, className = '', children }: IconLinkProps) {
  const look = { className: `${style.iconButton} ${className}`, 'aria-label': label }
  if (!isExternal)
    return (
      <Link to={to} {...look}>
        {children}
      </Link>
    )
  return (
    <a href={to} target="_blank" rel="noreferrer" {...look}>
      {children}
    </a>
  )
}

/** The space of an icon button that is not there, or not yet. */
export const IconSpace = () => <span className={style.iconButton} />
