import { useEffect, useState } from 'react'
import { appText } from '../text/app.ts'
import { assetsText } from '../text/assets.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { SkeletonRows } from '../ui/states/skeleton.tsx'

/** Data that takes longer counts as failed. */
const TIMEOUT_MILLIS = 10_000

type Props = { count: number; height: number; failed: string; onRetry: () => void }

/** Skeleton rows while data loads over the socket; after ten seconds an error with a retry button. */
export function LoadingRows({ count, height, failed, onRetry }: Props) {
  const [isTimedOut, setTimedOut] = useState(false)
  useEffect(() => {
    if (isTimedOut) return
    const timer = setTimeout(() => setTimedOut(true), TIMEOUT_MILLIS)
    return () => clearTimeout(timer)
  }, [isTimedOut])
  if (!isTimedOut) return <SkeletonRows count={count} height={height} />
  const retry = () => {
    setTimedOut(false)
    onRetry()
  }
  return (
    <EmptyState icon="alert" title={failed} line={assetsText.wallet.failedLine} isError>
      <Button size="small" onClick={retry}>
        {appText.retry}
      </Button>
    </EmptyState>
  )
}
