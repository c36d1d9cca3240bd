export type IconName =
  | 'home'
  | 'discover'
  | 'trade'
  | 'earn'
  | 'wallet'
  | 'frens'
  | 'search'
  | 'star'
  | 'star-filled'
  | 'chevron-down'
  | 'chevron-right'
  | 'chevron-left'
  | 'chevron-up'
  | 'close'
  | 'plus'
  | 'minus'
  | 'deposit'
  | 'withdraw'
  | 'convert'
  | 'history'
  | 'eye'
  | 'eye-off'
  | 'shield'
  | 'help'
  | 'globe'
  | 'user'
  | 'check'
  | 'alert'
  | 'info'
  | 'settings'
  | 'send'
  | 'refresh'
  | 'external'
  | 'book'
  | 'bolt'
  | 'mail'
  | 'lock'
  | 'key'
  | 'device'
  | 'copy'
  | 'share'
  | 'qr'
  | 'gift'
  | 'bell'
  | 'link'

/** An icon of the sprite in the current text colour. Hidden from screen readers: it needs text beside it. */
export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} aria-hidden="true">
      <use href={`/icons.svg#i-${name}`} />
    </svg>
  )
}

export function Mark({ size = 26 }: { size?: number }) {
  return (
    <svg className="mark" width={size} height={size} aria-hidden="true">
      <use href="/icons.svg#mark" />
    </svg>
  )
}

export function Wordmark() {
  return (
    <svg className="wordmark" width={53} height={24} aria-hidden="true">
      <use href="/icons.svg#wordmark" />
    </svg>
  )
}
