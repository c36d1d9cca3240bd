/** A candlestick chart in an element. It imports no state: data comes by `show`, events go to handlers. */

import {
  type AutoscaleInfoProvider,
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
import type { CandleView } from '../../contract/markets/views.ts'
import { axisTime, crosshairTime } from '../format/axis-times.ts'
import { grouped } from '../format/numbers.ts'
import { smallPriceText } from '../format/small-price.ts'
import { axisPrices } from './axis-prices.ts'
import { CandlePainter, type ChartOrder, LABELS_FROM, type Paint, volumeHeight } from './candle-painter.ts'
import { type ChartRow, diffCandles, rowsFrom } from './chart-rows.ts'
import { type ChartTheme, readTheme, watchTheme } from './chart-theme.ts'

type ChartData = {
  readonly candles: readonly CandleView[]
  readonly orders: readonly ChartOrder[]
  /** Decimals of the pair's tick size. */
  readonly decimals: number
  /** Of the last change of the price; `none`: unknown, or not live. */
  readonly lastDirection: 'up' | 'down' | 'none'
  /** Candles of a day or longer are labelled with their date. */
  readonly isDaily: boolean
}

type ChartHandlers = {
  /** Called when the user scrolls near the oldest candle. */
  readonly onNearOldest: () => void
  /** Called with the candle under the mouse, or the tapped one; undefined: none. */
  readonly onRead: (candle: CandleView | undefined) => void
}

const SLOT = 6
/** In pixels: for the label of the highest price and 8 px above it, and for the label of the lowest; and without labels. */
const MARGINS = { labels: { above: 17, below: 10 }, plain: { above: 6, below: 4 } } as const
const RIGHT_SLOTS = 2
/** The smallest distance of two labels of the price axis, in pixels. */
const LABEL_SPACE = 15
/** Older candles are loaded when fewer than this many are left of the visible range. */
const LOAD_WITHIN = 30
const empty: ChartData = { candles: [], orders: [], decimals: 2, lastDirection: 'none', isDaily: false }

export class CandleChart {
  readonly #chart: IChartApi
  readonly #series: ISeriesApi<'Custom', Time, ChartRow | CustomSeriesWhitespaceData<Time>>
  readonly #paint: Paint
  readonly #stopWatching: () => void
  #shown = empty
  #next = empty
  #frame: number | undefined
  #lastPrice: IPriceLine | undefined
  #tapped: number | undefined

  constructor(element: HTMLElement, { onNearOldest, onRead }: ChartHandlers) {
    const theme = readTheme(document.documentElement)
    this.#paint = { theme, orders: [], formatPrice: (price) => this.#formatPrice(price) }
    this.#chart = createChart(
      element,
      chartOptions((seconds, unit) => this.#formatTime(seconds, unit)),
    )
    this.#series = this.#chart.addCustomSeries(new CandlePainter(this.#paint), {
      priceLineVisible: false,
      lastValueVisible: false,
      priceFormat: this.#priceFormat(),
      autoscaleInfoProvider: this.#withSpace,
    })
    this.#series.priceScale().applyOptions({ scaleMargins: { top: 0, bottom: 0 } })
    this.#applyTheme(theme)
    this.#stopWatching = watchTheme(document.documentElement, () => this.#repaint())
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range && range.from < LOAD_WITHIN && this.#shown.candles.length > 0) onNearOldest()
    })
    this.#chart.subscribeCrosshairMove(({ time }) => onRead(this.#candleAt(time)))
    this.#chart.subscribeClick(({ time }) => onRead(this.#read(time)))
  }

  readonly #withSpace: AutoscaleInfoProvider = (ofSeries) => {
    const info = ofSeries()
    if (!info) return info
    const { height } = this.#chart.paneSize()
    const { above, below } = height < LABELS_FROM ? MARGINS.plain : MARGINS.labels
    return { ...info, margins: { above, below: below + volumeHeight(height) } }
  }

  #candleAt(time: Time | undefined): CandleView | undefined {
    return time === undefined ? undefined : this.#shown.candles.find((candle) => candle.time === time)
  }

  /** Moves the crosshair to the close of a tapped candle; a second tap on it removes the crosshair. */
  #read(time: Time | undefined): CandleView | undefined {
    const tapped = this.#candleAt(time)
    const candle = tapped?.time === this.#tapped ? undefined : tapped
    this.#tapped = candle?.time
    if (candle === undefined || time === undefined) this.#chart.clearCrosshairPosition()
    else this.#chart.setCrosshairPosition(Number(candle.close), time, this.#series)
    return candle
  }

  /** Draws on the next animation frame, at most once per frame. */
  show(data: ChartData): void {
    this.#next = data
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
    const change = diffCandles(before.candles, next.candles)
    if (change.kind === 'tail')
      for (const row of rowsFrom(next.candles, change.from, up, down)) this.#series.update(row)
    else if (change.kind !== 'none') this.#series.setData(rowsFrom(next.candles, 0, up, down))
    if (change.kind === 'fresh') this.#scrollToEnd()
    if (change.kind !== 'none' || before.lastDirection !== next.lastDirection) this.#updateLastPrice()
    if (before.orders !== next.orders) {
      this.#paint.orders = next.orders
      this.#series.applyOptions({})
    }
  }

  /** A dotted line at the last price, with an axis label in the colour of the last price elsewhere on the page. */
  #updateLastPrice(): void {
    const last = this.#shown.candles.at(-1)
    if (!last) {
      if (this.#lastPrice) this.#series.removePriceLine(this.#lastPrice)
      this.#lastPrice = undefined
      return
    }
    const { up, onUp, down, onDown, text, background } = this.#paint.theme
    const price = Number(last.close)
    const colors = { up: [up, onUp], down: [down, onDown], none: [text, background] } as const
    const [color, ink] = colors[this.#shown.lastDirection]
    const options = { price, color, axisLabelColor: color, axisLabelTextColor: ink }
    if (this.#lastPrice) this.#lastPrice.applyOptions(options)
    else this.#lastPrice = this.#series.createPriceLine({ ...options, lineStyle: LineStyle.Dotted, lineWidth: 1 })
    // Labels the axis again: the label of the last price covers others than before.
    this.#series.applyOptions({ priceFormat: this.#priceFormat() })
  }

  #scrollToEnd(): void {
    this.#chart.timeScale().applyOptions({ barSpacing: SLOT, rightOffset: RIGHT_SLOTS })
    this.#chart.timeScale().scrollToPosition(RIGHT_SLOTS, false)
    this.#series.priceScale().setAutoScale(true)
  }

  #repaint(): void {
    const theme = readTheme(document.documentElement)
    this.#paint.theme = theme
    this.#applyTheme(theme)
    this.#series.setData(rowsFrom(this.#shown.candles, 0, theme.up, theme.down))
    this.#updateLastPrice()
  }

  #applyTheme({ axis, grid, background, pressed, font }: ChartTheme): void {
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
    // A tick may be as small as 10⁻¹⁰: the library is more exact with `base` (ticks per one) than with `minMove`.
    return {
      type: 'custom',
      formatter: (price: number) => this.#formatPrice(price),
      tickmarksFormatter: (prices: readonly number[]) =>
        axisPrices(prices, decimals, (price) => this.#isCovered(price)),
      minMove: 10 ** -decimals,
      base: 10 ** decimals,
    } as const
  }

  /** Whether the label of the last price would hide a part of the label of this price. */
  #isCovered(price: number): boolean {
    const last = this.#shown.candles.at(-1)
    if (!last) return false
    const [y, lastY] = [price, Number(last.close)].map((one) => this.#series.priceToCoordinate(one) ?? Number.NaN)
    return Math.abs(y! - lastY!) < LABEL_SPACE
  }

  #formatPrice(price: number): string {
    return smallPriceText(grouped(price.toFixed(this.#next.decimals)))
  }

  #formatTime(seconds: number, unit: TickMarkType | undefined): string {
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

type FormatTime = (seconds: number, unit: TickMarkType | undefined) => string

const chartOptions = (formatTime: FormatTime) => ({
  autoSize: true,
  layout: { fontSize: 11, attributionLogo: false },
  // The browser's locale may be one that the library rejects; the app formats all numbers and times itself.
  localization: { locale: 'en-US', timeFormatter: (time: Time) => formatTime(Number(time), undefined) },
  crosshair: { mode: CrosshairMode.Normal },
  // A vertical drag scrolls the page, not the chart.
  handleScroll: { vertTouchDrag: false, mouseWheel: true },
  rightPriceScale: { borderVisible: false, entireTextOnly: true, minimumWidth: 64, tickMarkDensity: 1.6 },
  timeScale: {
    borderVisible: false,
    timeVisible: true,
    barSpacing: SLOT,
    minBarSpacing: 2,
    rightOffset: RIGHT_SLOTS,
    tickMarkMaxCharacterLength: 6,
    allowBoldLabels: false,
    tickMarkFormatter: (time: Time, unit: TickMarkType) => formatTime(Number(time), unit),
  },
})
