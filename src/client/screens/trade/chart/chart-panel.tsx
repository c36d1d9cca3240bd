import './chart-panel.css'
import { useAtomValue, useSetAtom } from 'jotai'
import { lazy, Suspense } from 'react'
import { TIMEFRAME_NAMES, type Timeframe } from '../../../contract/timeframes.ts'
import { areCandlesLateAtom, askCandlesAtom, candlesAtom } from '../../atoms/candles.ts'
import {
  chartHeightAtom,
  chartPanelAtom,
  choosePanelAtom,
  foldChartAtom,
  type ChartPanel as Panel,
} from '../../atoms/chart-panel.ts'
import { isStaleAtom } from '../../atoms/connection.ts'
import { selectedMarketAtom } from '../../atoms/selected-pair.ts'
import { timeframeAtom } from '../../atoms/timeframe.ts'
import { text } from '../../text/en.ts'
import * as trade from '../../text/en-trade.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useWide } from '../../ui/use-wide.ts'

const CandleView = lazy(() => import('./candle-view.tsx'))
const MarketTrades = lazy(() => import('./market-trades.tsx'))
const PairInfo = lazy(() => import('./pair-info.tsx'))

type Tab = Timeframe | 'trades' | 'info'
const TIMEFRAMES: readonly { value: Tab; name: string }[] = TIMEFRAME_NAMES.map((value) => ({ value, name: value }))
const INFO = { value: 'info', name: trade.chart.info } as const
const TRADES = { value: 'trades', name: trade.chart.trades } as const
// On a desk the trades have a place of their own.
const TABS = { desk: [...TIMEFRAMES, INFO], phone: [...TIMEFRAMES, TRADES, INFO] } as const

/** The chart, or what stands in its place. */
export function ChartPanel() {
  const chosen = useAtomValue(chartPanelAtom)
  const timeframe = useAtomValue(timeframeAtom)
  const height = useAtomValue(chartHeightAtom)
  const choose = useSetAtom(choosePanelAtom)
  const isWide = useWide()
  const panel = isWide && chosen === 'trades' ? 'chart' : chosen
  return (
    <section className="chart-panel" aria-label={trade.chart.label} data-height={isWide ? 'normal' : height}>
      <div className="chart-row">
        <Tabs<Tab>
          label={trade.chart.label}
          value={panel === 'chart' ? timeframe : panel}
          tabs={isWide ? TABS.desk : TABS.phone}
          onChoose={choose}
          panel="chart-panel"
        />
        <FoldKey isFolded={height === 'folded'} />
      </div>
      <div id="chart-panel" className="chart-body" role="tabpanel" aria-label={trade.chart.label} data-panel={panel}>
        <Suspense fallback={null}>{(isWide || height !== 'folded') && <Body panel={panel} />}</Suspense>
      </div>
    </section>
  )
}

function FoldKey({ isFolded }: { isFolded: boolean }) {
  const fold = useSetAtom(foldChartAtom)
  return (
    <IconButton
      className="chart-fold"
      label={isFolded ? trade.chart.unfold : trade.chart.fold}
      aria-expanded={!isFolded}
      aria-controls="chart-panel"
      onClick={fold}
    >
      <Icon name={isFolded ? 'chevron-down' : 'chevron-up'} size={20} />
    </IconButton>
  )
}

function Body({ panel }: { panel: Panel }) {
  const pair = useAtomValue(selectedMarketAtom)?.pair
  switch (panel) {
    case 'chart':
      return <Chart />
    case 'trades':
      return <MarketTrades />
    case 'info':
      return <PairInfo key={pair?.id} />
  }
}

function Chart() {
  const isStale = useAtomValue(isStaleAtom)
  const candles = useAtomValue(candlesAtom)
  return (
    <div className="chart" data-stale={isStale || undefined}>
      <Suspense fallback={null}>
        <CandleView />
      </Suspense>
      {candles.state === 'loading' && <Loading />}
      {candles.state === 'ready' && candles.all.length === 0 && (
        <div className="chart-note">
          <b>{trade.chart.empty}</b>
          <p>{trade.chart.emptyLine}</p>
        </div>
      )}
    </div>
  )
}

const BARS = [42, 55, 48, 63, 58, 70, 66, 52, 46, 57, 61, 74, 69, 60, 50, 44, 53, 64, 72, 67, 59, 54, 62, 56] as const

function Loading() {
  const isLate = useAtomValue(areCandlesLateAtom)
  const ask = useSetAtom(askCandlesAtom)
  if (isLate)
    return (
      <div className="chart-note" data-trouble>
        <b>
          <Icon name="alert" size={16} /> {trade.chart.failed}
        </b>
        <Button size="small" onClick={ask}>
          {text.retry}
        </Button>
      </div>
    )
  return (
    <div className="chart-skeleton" aria-hidden="true">
      {BARS.map((height, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars without content have no other name.
        <i key={place} className="skeleton" style={{ height: `${height}%` }} />
      ))}
    </div>
  )
}
