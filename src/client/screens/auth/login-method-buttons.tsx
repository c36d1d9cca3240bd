import type { ReactNode } from 'react'
import type { Availability } from '../../state/auth/login-methods.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import style from './login-method-buttons.module.css'

type LoginMethodButton = {
  readonly name: string
  readonly icon: ReactNode
  readonly state: Availability
  readonly onPress: () => void
}

/** Buttons of the other login methods. They are disabled while loading; one that is off says what is missing. */
export function LoginMethodButtons({ title, methods }: { title: string; methods: readonly LoginMethodButton[] }) {
  if (methods.length === 0) return null
  return (
    <div className={style.methods}>
      <p className={style.divider}>{title}</p>
      <div className={style.buttons}>
        {methods.map(({ name, icon, state, onPress }) => (
          <Button
            key={name}
            kind={state === 'on' ? 'quiet' : 'outline'}
            className={state === 'on' ? '' : style.off}
            disabled={state === 'loading'}
            onClick={onPress}
          >
            {icon}
            {name}
          </Button>
        ))}
      </div>
    </div>
  )
}

export const TelegramIcon = () => <Icon name="send" size={20} />

export const GoogleIcon = () => (
  <svg
    width="20"
    height="20"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    aria-hidden="true"
  >
    <path d="M19.2 7.2A8.5 8.5 0 1 0 20.5 12H12" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)
