import { appText } from '../text/app.ts'
import { LoadingScreen } from '../ui/states/loading-screen.tsx'

export function PageLoading() {
  return (
    <LoadingScreen
      label={appText.loading}
      slow={appText.slow}
      retry={appText.retry}
      onRetry={() => window.location.reload()}
    />
  )
}
