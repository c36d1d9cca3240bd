import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

export type Way = { readonly name: string; readonly icon: ReactNode; readonly onPress: () => void }

/** The other ways to sign in. */
export function WaysIn({ title, ways }: { title: string; ways: readonly Way[] }) {
  if (ways.length === 0) return null
  return (
    <div className="ways-in">
      <p className="parted">{title}</p>
      <div className="ways-in-keys">
        {ways.map(({ name, icon, onPress }) => (
          <Button key={name} onClick={onPress}>
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
