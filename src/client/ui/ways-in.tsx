import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

type Props = { title: string; google: string; telegram: string; onPress: (name: string) => void }

/** The other ways to sign in. */
export function WaysIn({ title, google, telegram, onPress }: Props) {
  return (
    <div className="ways-in">
      <p className="parted">{title}</p>
      <div className="ways-in-keys">
        <Button onClick={() => onPress(google)}>
          <GoogleIcon />
          {google}
        </Button>
        <Button onClick={() => onPress(telegram)}>
          <Icon name="send" size={20} />
          {telegram}
        </Button>
      </div>
    </div>
  )
}

const GoogleIcon = () => (
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
