import { useAtomValue, useStore } from 'jotai'
import { useCallback } from 'react'
import { askOlderAtom } from '../../atoms/candles.ts'
import { stretchChartAtom } from '../../atoms/chart-panel.ts'
import { chartPictureAtom, chartSummaryAtom } from '../../atoms/chart-picture.ts'
import { CandleChart } from '../../chart/candle-chart.ts'
import { isWide } from '../../ui/use-wide.ts'

type Store = ReturnType<typeof useStore>

/** The chart's own place. It hears of new candles past React: nothing is rendered for them. */
export default function CandleView() {
  const store = useStore()
  const summary = useAtomValue(chartSummaryAtom)
  const mount = useCallback((element: HTMLDivElement) => attach(store, element), [store])
  return <div className="candles" role="img" aria-label={summary} ref={mount} />
}

function attach(store: Store, element: HTMLElement): () => void {
  const chart = new CandleChart(element, {
    older: () => store.set(askOlderAtom),
    tapped: () => !isWide() && store.set(stretchChartAtom),
  })
  const show = () => chart.show(store.get(chartPictureAtom))
  const stop = store.sub(chartPictureAtom, show)
  show()
  return () => {
    stop()
    chart.remove()
  }
}
