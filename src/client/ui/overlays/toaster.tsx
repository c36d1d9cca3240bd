import { useRef } from 'react'
import { createPortal } from 'react-dom'
import { toast, useToaster } from 'react-hot-toast/headless'
import { Icon, type IconName } from '../icon.tsx'
import { Spinner } from '../spinner.tsx'
import style from './toaster.module.css'

type Toast = {
  readonly kind: 'success' | 'error' | 'blank' | 'loading'
  readonly title: string
  readonly detail?: string
  readonly id?: string
}

const SUCCESS_MILLIS = 2_000
const LONGER_MILLIS = 4_000
const loud = { role: 'alert', 'aria-live': 'assertive' } as const
/** Pixels of an upward swipe that dismisses a toast. */
const SWIPE = 24

export function notify({ kind, title, detail, id }: Toast): void {
  const content = (
    <span className={style.text}>
      <b>{title}</b>
      {detail !== undefined && <span>{detail}</span>}
    </span>
  )
  const show = kind === 'blank' ? toast : toast[kind]
  show(content, {
    ...(id !== undefined && { id }),
    ...(kind === 'error' && { ariaProps: loud }),
    ...(kind !== 'loading' && { duration: kind === 'success' ? SUCCESS_MILLIS : LONGER_MILLIS }),
  })
}

const ICONS: Readonly<Record<string, IconName>> = { success: 'check', error: 'alert', blank: 'info' }

/** The toast that is seen: the newest error, else the newest. The others are only announced. */
const frontOf = <One extends { readonly type: string }>(toasts: readonly One[]): One =>
  toasts.find(({ type }) => type === 'error') ?? toasts[0]!

/** A portal outside the page root: an open sheet makes the root inert, and toasts must still be announced. */
export function Toaster() {
  const { toasts, handlers } = useToaster()
  const from = useRef<number>(undefined)
  return createPortal(
    <section
      className={style.toaster}
      aria-label="Messages"
      aria-live="polite"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {toasts
        .filter(({ visible }) => visible)
        .map(({ id, type, message, ariaProps }, _, all) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: a toast disappears by itself.
          // biome-ignore lint/a11y/useKeyWithClickEvents: a toast disappears by itself; a tap only removes it sooner.
          <div
            className={style.toast}
            data-toast
            key={id}
            data-kind={type}
            data-front={id === frontOf(all).id || undefined}
            // The live region of the toaster announces the others.
            {...(type === 'error' && ariaProps)}
            onClick={() => toast.dismiss(id)}
            onPointerDown={({ clientY }) => {
              from.current = clientY
            }}
            onPointerMove={({ clientY, buttons }) => {
              if (buttons > 0 && from.current !== undefined && from.current - clientY > SWIPE) toast.dismiss(id)
            }}
          >
            {type === 'loading' ? <Spinner /> : <Icon name={ICONS[type] ?? 'info'} size={22} className={style.icon} />}
            {typeof message === 'function' ? null : message}
          </div>
        ))}
    </section>,
    document.body,
  )
}
