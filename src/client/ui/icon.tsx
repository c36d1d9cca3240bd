import style from './icon.module.css'

export const iconNames = [
  'home',
  'discover',
  'trade',
  'earn',
  'wallet',
  'frens',
  'search',
  'filter',
  'star',
  'star-filled',
  'chevron-down',
  'chevron-right',
  'chevron-left',
  'chevron-up',
  'close',
  'plus',
  'minus',
  'deposit',
  'withdraw',
  'export',
  'convert',
  'history',
  'eye',
  'eye-off',
  'shield',
  'help',
  'globe',
  'user',
  'check',
  'alert',
  'info',
  'settings',
  'send',
  'refresh',
  'external',
  'book',
  'bolt',
  'mail',
  'lock',
  'key',
  'device',
  'laptop',
  'log-out',
  'copy',
  'share',
  'qr',
  'gift',
  'bell',
  'link',
  'moon',
  'snow',
] as const

export type IconName = (typeof iconNames)[number]

type IconProps = {
  name: IconName
  size?: number
  /** Its place and its colour. */
  className?: string | undefined
}

/** An icon of the sprite in the current text colour. Hidden from screen readers: it needs text beside it. */
export function Icon({ name, size = 24, className = '' }: IconProps) {
  return (
    <svg className={`${style.icon} ${className}`} width={size} height={size} aria-hidden="true">
      <use href={`/icons.svg#i-${name}`} />
    </svg>
  )
}

export function Mark({ size = 26, className = '' }: { size?: number; className?: string | undefined }) {
  return (
    <svg className={`${style.mark} ${className}`} width={size} height={size} aria-hidden="true">
      <use href="/icons.svg#mark" />
    </svg>
  )
}

export function Wordmark({ className = '' }: { className?: string | undefined }) {
  return (
    <svg className={`${style.wordmark} ${className}`} width={53} height={24} aria-hidden="true">
      <use href="/icons.svg#wordmark" />
    </svg>
  )
}
