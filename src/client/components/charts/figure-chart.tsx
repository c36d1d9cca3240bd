import type { ComponentProps } from 'react'
import { appText } from '../../text/app.ts'
import { assetsText } from '../../text/assets.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyChart, FlatChart, ValueChart } from './value-chart.tsx'

/** A chart over a period, as the state provides it. */
type ChartState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'short' }
  | ({ readonly state: 'ready' } & Omit<ComponentProps<typeof ValueChart>, 'className'>)

type Props = {
  chart: ChartState
  failed: string
  onRetry: () => void
  /** Its place and height. */
  className?: string | undefined
}

/** The chart, or its loading and error state in the same space. */
export function FigureChart({ chart, failed, onRetry, className = '' }: Props) {
  switch (chart.state) {
    case 'loading':
      return <EmptyChart className={className} />
    case 'failed':
      return (
        <EmptyChart className={className}>
          <p role="alert">{failed}</p>
          <Button size="small" onClick={onRetry}>
            {appText.retry}
          </Button>
        </EmptyChart>
      )
    case 'short':
      return <FlatChart className={className}>{assetsText.balance.short}</FlatChart>
    case 'ready': {
      const { state: _state, ...drawn } = chart
      return <ValueChart {...drawn} className={className} />
    }
  }
}
