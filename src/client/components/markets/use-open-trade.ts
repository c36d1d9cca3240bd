import { useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { choosePairAtom } from '../atoms/choose-pair.ts'
import type { Market } from '../atoms/pairs.ts'

/** Goes to the trade screen, on this market. */
export function useTrade(): (market: Market) => void {
  const choose = useSetAtom(choosePairAtom)
  const navigate = useNavigate()
  return ({ pair }) => {
    choose(pair.id)
    navigate('/trade')
  }
}
