import { lazy, type ReactNode } from 'react'

type CellsProps = {
  /** Telegram's name of its app. */
  client: string
  children: ReactNode
}

const OwnCells = ({ children }: CellsProps) => <>{children}</>

const TelegramCells = lazy(() => import('./telegram-cells.tsx').catch(() => ({ default: OwnCells })))

type Props = {
  /** Undefined in a browser. */
  client: CellsProps['client'] | undefined
  children: ReactNode
}

/**
 * The cells of Telegram's design inside Telegram; ours in a browser, and when theirs cannot be loaded. Suspends while they
 * load: other cells in a page that is in use would lose what the user has typed.
 */
export const HostCells = ({ client, children }: Props) =>
  client === undefined ? children : <TelegramCells client={client}>{children}</TelegramCells>
