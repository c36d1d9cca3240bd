import { useEffect, useState } from 'react'
import { text } from '../text/en.ts'
import { Button } from './button.tsx'
import { Empty } from './empty.tsx'
import { SkeletonRows } from './skeleton.tsx'

/** An answer that takes longer is not coming. */
const LATE_MILLIS = 10_000

type Props = { count: number; height: number; failed: string; onRetry: () => void }

/** Rows that are on their way over the socket. After a while it admits that none are coming. */
export function AwaitedRows({ count, height, failed, onRetry }: Props) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (isLate) return
    const timer = setTimeout(() => setLate(true), LATE_MILLIS)
    return () => clearTimeout(timer)
  }, [isLate])
  if (!isLate) return <SkeletonRows count={count} height={height} />
  const retry = () => {
    setLate(false)
    onRetry()
  }
  return (
    <Empty icon="alert" title={failed} line={text.wallet.late} isTrouble>
      <Button size="small" onClick={retry}>
        {text.retry}
      </Button>
    </Empty>
  )
}
