import { useAtomValue, useSetAtom } from 'jotai'
import { favoriteIdsAtom, toggleFavoriteAtom } from '../atoms/favorites.ts'
import type { Market } from '../atoms/pairs.ts'
import { text } from '../text/en.ts'
import { StarKey } from '../ui/star-key.tsx'

export function FavoriteStar({ market }: { market: Market }) {
  const { id, symbol } = market.pair
  const isOn = useAtomValue(favoriteIdsAtom).includes(id)
  const toggle = useSetAtom(toggleFavoriteAtom)
  return (
    <StarKey
      isOn={isOn}
      label={isOn ? text.pairs.removeStar(symbol) : text.pairs.addStar(symbol)}
      onPress={() => toggle(market)}
    />
  )
}
