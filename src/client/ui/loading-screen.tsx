import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { Mark } from './icon.tsx'

const LONG_MILLIS = 8_000

type Props = { label: string; slow: string; retry: string; onRetry: () => void }

/** The whole screen waits: the mark breathes inside a turning ring. After a while it admits that. */
export function Gate({ label, slow, retry, onRetry }: Props) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MILLIS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="gate" role="status" aria-label={label}>
      <span className="gate-ring">
        <Mark size={40} />
      </span>
      {isLong && (
        <>
          <p>{slow}</p>
          <Button size="small" onClick={onRetry}>
            {retry}
          </Button>
        </>
      )}
    </div>
  )
}
