import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { assetsText } from '../text/assets.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { convertPath, depositPath, historyPath, withdrawPath } from './money-paths.ts'
import style from './quick-actions.module.css'

const { buy, deposit, withdraw, convert, transactions } = assetsText.balance

/** Sheets keep the scroll position of the page. */
const sheet = { keepsScroll: true }

/** One row of actions, equally wide. */
export const ActionTiles = ({ children, className = '' }: { children: ReactNode; className?: string | undefined }) => (
  <div className={`${style.tiles} ${className}`}>{children}</div>
)

type TileProps = Omit<ComponentProps<typeof Link>, 'className'> & { icon: IconName }

export const ActionTile = ({ icon, children, ...link }: TileProps) => (
  <Link {...link} className={style.tile}>
    <Icon size={20} name={icon} />
    {children}
  </Link>
)

type Props = {
  /** Begins with Buy, in place of the history. */
  buys?: boolean
  className?: string | undefined
}

export const QuickActions = ({ buys = false, className = '' }: Props) => (
  <ActionTiles className={className}>
    {buys && (
      <ActionTile icon="plus" to={pages.discover}>
        {buy}
      </ActionTile>
    )}
    <ActionTile icon="deposit" to={depositPath()} state={sheet}>
      {deposit}
    </ActionTile>
    <ActionTile icon="withdraw" to={withdrawPath()} state={sheet}>
      {withdraw}
    </ActionTile>
    <ActionTile icon="convert" to={convertPath()} state={sheet}>
      {convert}
    </ActionTile>
    {!buys && (
      <ActionTile icon="history" to={historyPath()}>
        {transactions}
      </ActionTile>
    )}
  </ActionTiles>
)
