import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/layout.css'
import { BrowserRouter } from 'react-router-dom'
import { AppRoutes } from './routes.tsx'
import { text } from './text/en.ts'
import { Button } from './ui/button.tsx'
import { Empty } from './ui/empty.tsx'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { Toaster } from './ui/toaster.tsx'

const broken = (
  <Empty icon="alert" title={text.somethingFailed.title} line={text.somethingFailed.line} isTrouble>
    <Button size="small" onClick={() => window.location.reload()}>
      {text.somethingFailed.again}
    </Button>
  </Empty>
)

export function App() {
  return (
    <ErrorBoundary fallback={broken}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
      <Toaster />
    </ErrorBoundary>
  )
}
