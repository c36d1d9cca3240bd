import { useAtomValue, useSetAtom } from 'jotai'
import { favoriteIdsAtom, toggleFavoriteAtom } from '../../state/markets/favorites.ts'
import type { Market } from '../../state/markets/markets.ts'
import { marketsText } from '../../text/markets.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import style from './favorite-star.module.css'

export function FavoriteStar({ market, className = '' }: { market: Market; className?: string | undefined }) {
  const { id, symbol } = market.pair
  const isOn = useAtomValue(favoriteIdsAtom).includes(id)
  const toggle = useSetAtom(toggleFavoriteAtom)
  return (
    <IconButton
      className={`${style.star} ${className}`}
      label={isOn ? marketsText.removeStar(symbol) : marketsText.addStar(symbol)}
      aria-pressed={isOn}
      onClick={() => toggle(market)}
    >
      <Icon name={isOn ? 'star-filled' : 'star'} size={20} />
    </IconButton>
  )
}
