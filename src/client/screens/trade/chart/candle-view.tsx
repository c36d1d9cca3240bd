import { useAtomValue, useStore } from 'jotai'
import { useCallback } from 'react'
import { CandleChart } from '../../../chart/candle-chart.ts'
import { loadOlderAtom } from '../../../state/chart/candles.ts'
import { chartDataAtom, chartSummaryAtom } from '../../../state/chart/chart-data.ts'
import { toggleTallAtom } from '../../../state/chart/chart-layout.ts'
import { isWideScreen } from '../../../ui/use-wide-screen.ts'
import style from './chart-panel.module.css'

type Store = ReturnType<typeof useStore>

/** Mounts the chart. It subscribes to the store directly: new candles cause no React render. */
export default function CandleView() {
  const store = useStore()
  const summary = useAtomValue(chartSummaryAtom)
  const mount = useCallback((element: HTMLDivElement) => attach(store, element), [store])
  return <div className={style.candles} role="img" aria-label={summary} ref={mount} />
}

function attach(store: Store, element: HTMLElement): () => void {
  const chart = new CandleChart(element, {
    onNearOldest: () => store.set(loadOlderAtom),
    onTap: () => !isWideScreen() && store.set(toggleTallAtom),
  })
  const show = () => chart.show(store.get(chartDataAtom))
  const stop = store.sub(chartDataAtom, show)
  show()
  return () => {
    stop()
    chart.remove()
  }
}
