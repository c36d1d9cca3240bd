import { text } from '../text/en.ts'
import { Gate } from '../ui/gate.tsx'

export function Waiting() {
  return <Gate label={text.loading} slow={text.slow} retry={text.retry} onRetry={() => window.location.reload()} />
}
