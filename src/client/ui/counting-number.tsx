import { useEffect, useRef, useState } from 'react'
import { isMotionReduced } from './reduced-motion.ts'

const MILLIS = 600

/** Counts from the last value to a higher one. At once with reduced motion. */
export function CountingNumber({ value, format }: { value: number; format: (value: number) => string }) {
  const [shown, setShown] = useState(value)
  const from = useRef(value)
  useEffect(() => {
    const start = from.current
    from.current = value
    if (value <= start || isMotionReduced()) {
      setShown(value)
      return
    }
    const startedAt = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(1, Math.max(0, (now - startedAt) / MILLIS))
      setShown(Math.round(start + (value - start) * (1 - (1 - part) ** 2)))
      if (part < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [value])
  return format(shown)
}
