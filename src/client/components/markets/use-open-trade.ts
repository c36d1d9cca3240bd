import { useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { choosePairAtom } from '../../state/feed/choose-pair.ts'
import type { Market } from '../../state/markets/markets.ts'

/** Opens the trade screen with a market. */
export function useOpenTrade(): (market: Market) => void {
  const choose = useSetAtom(choosePairAtom)
  const navigate = useNavigate()
  return ({ pair }) => {
    choose(pair.id)
    navigate('/trade')
  }
}
