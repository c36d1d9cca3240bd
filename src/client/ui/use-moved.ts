import { useEffect, useRef, useState } from 'react'

/** True for a moment after a figure has left what it was by more than a share of it. */
export function useMoved(figure: number, share: number, millis: number): boolean {
  const reference = useRef(figure)
  const [moves, setMoves] = useState(0)
  const [seen, setSeen] = useState(0)
  useEffect(() => {
    if (Math.abs(figure - reference.current) <= reference.current * share) return
    reference.current = figure
    setMoves((before) => before + 1)
  }, [figure, share])
  useEffect(() => {
    const timer = setTimeout(setSeen, millis, moves)
    return () => clearTimeout(timer)
  }, [moves, millis])
  return moves !== seen
}
