/** A chart of candles in an element. Knows nothing of the app: it is told what to show, and says what it is asked. */

import {
  ColorType,
  CrosshairMode,
  type CustomSeriesWhitespaceData,
  createChart,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineStyle,
  TickMarkType,
  type Time,
} from 'lightweight-charts'
import type { CandleView } from '../../contract/views.ts'
import { grouped } from '../format/numbers.ts'
import { smallPriceText } from '../format/small-price.ts'
import { axisTime, crosshairTime } from '../format/times.ts'
import { axisPrices } from './axis-prices.ts'
import { CandlePainter, type ChartOrder, type Paint, VOLUME } from './candle-painter.ts'
import { type ChartRow, changeOf, isRising, rowsFrom } from './chart-rows.ts'
import { type ChartTheme, readTheme, watchTheme } from './chart-theme.ts'

export type ChartPicture = {
  readonly candles: readonly CandleView[]
  readonly orders: readonly ChartOrder[]
  /** As many as the pair's tick has. */
  readonly decimals: number
  /** Candles of whole days are told by their day. */
  readonly isDaily: boolean
}

type Wishes = {
  /** The oldest candles come into sight. */
  readonly older: () => void
  readonly tapped: () => void
}

const SLOT = 6
const RIGHT_SLOTS = 2
/** Older candles are asked for when so many are left beyond the left edge. */
const NEAR = 30
const empty: ChartPicture = { candles: [], orders: [], decimals: 2, isDaily: false }

export class CandleChart {
  readonly #chart: IChartApi
  readonly #series: ISeriesApi<'Custom', Time, ChartRow | CustomSeriesWhitespaceData<Time>>
  readonly #paint: Paint
  readonly #stopWatching: () => void
  #shown = empty
  #next = empty
  #frame: number | undefined
  #lastPrice: IPriceLine | undefined

  constructor(element: HTMLElement, { older, tapped }: Wishes) {
    const theme = readTheme(document.documentElement)
    this.#paint = { theme, orders: [], priceWords: (price) => this.#words(price) }
    this.#chart = createChart(
      element,
      chartOptions((seconds, unit) => this.#time(seconds, unit)),
    )
    this.#series = this.#chart.addCustomSeries(new CandlePainter(this.#paint), {
      priceLineVisible: false,
      lastValueVisible: false,
      priceFormat: this.#priceFormat(),
    })
    this.#series.priceScale().applyOptions({ scaleMargins: { top: 0.1, bottom: VOLUME + 0.06 } })
    this.#dress(theme)
    this.#stopWatching = watchTheme(document.documentElement, () => this.#repaint())
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range && range.from < NEAR && this.#shown.candles.length > 0) older()
    })
    this.#chart.subscribeClick(tapped)
  }

  /** Drawn with the next frame, however often it is told before. */
  show(picture: ChartPicture): void {
    this.#next = picture
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined
      this.#draw()
    })
  }

  remove(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
    this.#stopWatching()
    this.#chart.remove()
  }

  #draw(): void {
    const [before, next] = [this.#shown, this.#next]
    this.#shown = next
    if (before.decimals !== next.decimals) this.#series.applyOptions({ priceFormat: this.#priceFormat() })
    const { up, down } = this.#paint.theme
    const change = changeOf(before.candles, next.candles)
    if (change.kind === 'tail')
      for (const row of rowsFrom(next.candles, change.from, up, down)) this.#series.update(row)
    else if (change.kind !== 'none') this.#series.setData(rowsFrom(next.candles, 0, up, down))
    if (change.kind === 'fresh') this.#toTheEnd()
    if (change.kind !== 'none') this.#markLast()
    if (before.orders !== next.orders) {
      this.#paint.orders = next.orders
      this.#series.applyOptions({})
    }
  }

  /** A dotted line at the last price with a tag in the colour of its candle. */
  #markLast(): void {
    const last = this.#shown.candles.at(-1)
    if (!last) {
      if (this.#lastPrice) this.#series.removePriceLine(this.#lastPrice)
      this.#lastPrice = undefined
      return
    }
    const { up, onUp, down, onDown } = this.#paint.theme
    const [price, open] = [Number(last.close), Number(last.open)]
    const [color, ink] = isRising({ open, close: price }) ? [up, onUp] : [down, onDown]
    const look = { price, color, axisLabelColor: color, axisLabelTextColor: ink }
    if (this.#lastPrice) this.#lastPrice.applyOptions(look)
    else this.#lastPrice = this.#series.createPriceLine({ ...look, lineStyle: LineStyle.Dotted, lineWidth: 1 })
  }

  #toTheEnd(): void {
    this.#chart.timeScale().applyOptions({ barSpacing: SLOT, rightOffset: RIGHT_SLOTS })
    this.#chart.timeScale().scrollToPosition(RIGHT_SLOTS, false)
    this.#series.priceScale().setAutoScale(true)
  }

  #repaint(): void {
    const theme = readTheme(document.documentElement)
    this.#paint.theme = theme
    this.#dress(theme)
    this.#series.setData(rowsFrom(this.#shown.candles, 0, theme.up, theme.down))
    this.#markLast()
  }

  #dress({ axis, grid, background, pressed, font }: ChartTheme): void {
    const cross = { color: axis, labelBackgroundColor: pressed, style: LineStyle.Dashed, width: 1 } as const
    this.#chart.applyOptions({
      layout: {
        background: { type: ColorType.Solid, color: background },
        textColor: axis,
        fontFamily: font,
      },
      grid: { vertLines: { color: grid }, horzLines: { color: grid } },
      crosshair: { vertLine: cross, horzLine: cross },
    })
  }

  #priceFormat() {
    const { decimals } = this.#next
    // One tick may be as small as 10⁻¹⁰: the library is more exact with what fits into one than with the tick.
    return {
      type: 'custom',
      formatter: (price: number) => this.#words(price),
      tickmarksFormatter: (prices: readonly number[]) => axisPrices(prices, decimals),
      minMove: 10 ** -decimals,
      base: 10 ** decimals,
    } as const
  }

  #words(price: number): string {
    return smallPriceText(grouped(price.toFixed(this.#next.decimals)))
  }

  #time(seconds: number, unit: TickMarkType | undefined): string {
    const { isDaily } = this.#next
    return unit === undefined ? crosshairTime(seconds, isDaily) : axisTime(seconds, UNITS[unit], isDaily)
  }
}

const UNITS = {
  [TickMarkType.Year]: 'year',
  [TickMarkType.Month]: 'month',
  [TickMarkType.DayOfMonth]: 'day',
  [TickMarkType.Time]: 'time',
  [TickMarkType.TimeWithSeconds]: 'time',
} as const

type TimeWords = (seconds: number, unit: TickMarkType | undefined) => string

const chartOptions = (words: TimeWords) => ({
  autoSize: true,
  layout: { fontSize: 11, attributionLogo: false },
  // A browser may tell a locale that the library cannot use; words and numbers come from the app anyway.
  localization: { locale: 'en-US', timeFormatter: (time: Time) => words(Number(time), undefined) },
  crosshair: { mode: CrosshairMode.Normal },
  // The page scrolls, not the chart.
  handleScroll: { vertTouchDrag: false, mouseWheel: true },
  rightPriceScale: { borderVisible: false, entireTextOnly: true, minimumWidth: 64 },
  timeScale: {
    borderVisible: false,
    timeVisible: true,
    barSpacing: SLOT,
    minBarSpacing: 2,
    rightOffset: RIGHT_SLOTS,
    tickMarkMaxCharacterLength: 6,
    allowBoldLabels: false,
    tickMarkFormatter: (time: Time, unit: TickMarkType) => words(Number(time), unit),
  },
})
