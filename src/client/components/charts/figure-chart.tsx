import type { ComponentProps } from 'react'
import { appText } from '../../text/app.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyChart, ValueChart } from './value-chart.tsx'

/** A chart over a period, as the state provides it. */
type ChartState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | ({ readonly state: 'ready' } & ComponentProps<typeof ValueChart>)

/** The chart, or its loading and error state in the same space. */
export function FigureChart({ chart, failed, onRetry }: { chart: ChartState; failed: string; onRetry: () => void }) {
  switch (chart.state) {
    case 'loading':
      return <EmptyChart />
    case 'failed':
      return (
        <EmptyChart>
          <p role="alert">{failed}</p>
          <Button size="small" onClick={onRetry}>
            {appText.retry}
          </Button>
        </EmptyChart>
      )
    case 'ready': {
      const { state: _state, ...drawn } = chart
      return <ValueChart {...drawn} />
    }
  }
}
