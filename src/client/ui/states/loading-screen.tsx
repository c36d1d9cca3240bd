import { useEffect, useState } from 'react'
import { Button } from '../button.tsx'
import { Mark } from '../icon.tsx'
import style from './loading-screen.module.css'

const SLOW_MILLIS = 8_000

type Props = { label: string; slow: string; retry: string; onRetry: () => void }

/** Full-screen loading indicator. After eight seconds it offers a retry. */
export function LoadingScreen({ label, slow, retry, onRetry }: Props) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MILLIS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={style.screen} role="status" aria-label={label}>
      <span className={style.ring}>
        <Mark size={40} className={style.mark} />
      </span>
      {isSlow && (
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
