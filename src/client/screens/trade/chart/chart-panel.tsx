import { useAtomValue, useSetAtom } from 'jotai'
import { Suspense } from 'react'
import { TIMEFRAME_NAMES, type Timeframe } from '../../../../contract/markets/timeframes.ts'
import { isStaleAtom } from '../../../state/app/connection-status.ts'
import { selectedMarketAtom } from '../../../state/book/selected-pair.ts'
import { candlesAtom, isCandlesTimeoutAtom, reloadCandlesAtom } from '../../../state/chart/candles.ts'
import {
  type ChartHeight,
  chartHeightAtom,
  chartPanelAtom,
  choosePanelAtom,
  nextHeightAtom,
  type ChartPanel as Panel,
} from '../../../state/chart/chart-layout.ts'
import { timeframeAtom } from '../../../state/chart/timeframe.ts'
import { appText } from '../../../text/app.ts'
import { tradeText } from '../../../text/trade.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ErrorBoundary } from '../../../ui/states/error-boundary.tsx'
import { lazyPart, retryParts } from '../../../ui/states/lazy-part.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useWideScreen } from '../../../ui/use-wide-screen.ts'
import style from './chart-panel.module.css'

const CandleView = lazyPart(() => import('./candle-view.tsx'))
const MarketTrades = lazyPart(() => import('../book/market-trades.tsx'))
const PairInfo = lazyPart(() => import('../pair/pair-info.tsx'))

type Tab = Timeframe | 'trades' | 'info'
const TIMEFRAMES: readonly { value: Tab; name: string }[] = TIMEFRAME_NAMES.map((value) => ({ value, name: value }))
const INFO = { value: 'info', name: tradeText.chart.info, className: style.infoTab } as const
const TRADES = { value: 'trades', name: tradeText.chart.trades, className: style.tradesTab } as const
// On desktop the trades are beside the book.
const TABS = { desktop: [...TIMEFRAMES, INFO], phone: [...TIMEFRAMES, TRADES, INFO] } as const

/** Tabs with the chart, recent trades and pair info. */
export function ChartPanel() {
  const chosen = useAtomValue(chartPanelAtom)
  const timeframe = useAtomValue(timeframeAtom)
  const height = useAtomValue(chartHeightAtom)
  const choose = useSetAtom(choosePanelAtom)
  const isWide = useWideScreen()
  const panel = isWide && chosen === 'trades' ? 'chart' : chosen
  return (
    <section className={style.panel} aria-label={tradeText.chart.label} data-height={isWide ? 'normal' : height}>
      <div className={style.row}>
        <Tabs<Tab>
          label={tradeText.chart.label}
          value={panel === 'chart' ? timeframe : panel}
          tabs={isWide ? TABS.desktop : TABS.phone}
          onChoose={choose}
          panel="chart-panel"
          size="small"
          className={style.tabs}
        />
        <HeightButton height={height} />
      </div>
      <div
        id="chart-panel"
        className={style.body}
        role="tabpanel"
        aria-label={tradeText.chart.label}
        data-panel={panel}
      >
        <Suspense fallback={null}>{(isWide || height !== 'folded') && <Body panel={panel} />}</Suspense>
      </div>
    </section>
  )
}

/** On a phone: larger, then hidden, then as before. */
function HeightButton({ height }: { height: ChartHeight }) {
  const next = useSetAtom(nextHeightAtom)
  return (
    <IconButton
      className={style.height}
      label={tradeText.chart.nextHeight[height]}
      aria-expanded={height !== 'folded'}
      aria-controls="chart-panel"
      onClick={next}
    >
      <Icon name={height === 'tall' ? 'chevron-up' : 'chevron-down'} size={20} />
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
    <div className={style.chart} data-stale={isStale || undefined}>
      <ErrorBoundary fallback={(_error, reset) => <Failed onRetry={() => void retryParts().then(reset)} />}>
        <Suspense fallback={null}>
          <CandleView />
        </Suspense>
      </ErrorBoundary>
      {candles.state === 'loading' && <Loading />}
      {candles.state === 'ready' && candles.all.length === 0 && (
        <div className={style.note}>
          <b>{tradeText.chart.empty}</b>
          <p>{tradeText.chart.emptyLine}</p>
        </div>
      )}
    </div>
  )
}

const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <div className={style.note}>
    <b>
      <Icon name="alert" size={16} className={style.noteIcon} /> {tradeText.chart.failed}
    </b>
    <Button size="small" className={style.retry} onClick={onRetry}>
      {appText.retry}
    </Button>
  </div>
)

const BARS = [42, 55, 48, 63, 58, 70, 66, 52, 46, 57, 61, 74, 69, 60, 50, 44, 53, 64, 72, 67, 59, 54, 62, 56] as const

function Loading() {
  const isLate = useAtomValue(isCandlesTimeoutAtom)
  const reload = useSetAtom(reloadCandlesAtom)
  if (isLate) return <Failed onRetry={reload} />
  return (
    <div className={style.skeleton} aria-hidden="true">
      {BARS.map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton bars have no other key.
        <Skeleton key={index} width="" height={`${height}%`} />
      ))}
    </div>
  )
}
