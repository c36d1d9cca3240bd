import { useAtomValue, useStore } from 'jotai'
import { useCallback } from 'react'
import { CandleChart } from '../../../chart/candle-chart.ts'
import { loadOlderAtom } from '../../../state/chart/candles.ts'
import { chartDataAtom, chartSummaryAtom } from '../../../state/chart/chart-data.ts'
import { candleFiguresAtom, readCandleAtom } from '../../../state/chart/read-candle.ts'
import style from './candle-view.module.css'

type Store = ReturnType<typeof useStore>

/** Mounts the chart. It subscribes to the store directly: new candles cause no React render. */
export default function CandleView() {
  const store = useStore()
  const summary = useAtomValue(chartSummaryAtom)
  const mount = useCallback((element: HTMLDivElement) => attach(store, element), [store])
  return (
    <>
      <div className={style.candles} role="img" aria-label={summary} ref={mount} />
      <Figures />
    </>
  )
}

/** Of the candle that the user points at. Screen readers have the summary: they cannot point at a candle. */
function Figures() {
  const figures = useAtomValue(candleFiguresAtom)
  if (figures.length === 0) return null
  return (
    <p className={style.figures} aria-hidden="true">
      {figures.map(({ letter, price }) => (
        <span key={letter}>
          {letter} <b>{price}</b>
        </span>
      ))}
    </p>
  )
}

function attach(store: Store, element: HTMLElement): () => void {
  const chart = new CandleChart(element, {
    onNearOldest: () => store.set(loadOlderAtom),
    onRead: (candle) => store.set(readCandleAtom, candle),
  })
  const show = () => chart.show(store.get(chartDataAtom))
  const stop = store.sub(chartDataAtom, show)
  show()
  return () => {
    stop()
    store.set(readCandleAtom, undefined)
    chart.remove()
  }
}
