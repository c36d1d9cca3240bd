/* biome-ignore-all lint/correctness/useHookAtTopLevel: the canvas of the library has methods named like hooks. */
/** Draws candles, volume, the moving average, the visible high and low, and the user's open orders. */

import {
  type CustomBarItemData,
  type CustomSeriesOptions,
  type CustomSeriesWhitespaceData,
  customSeriesDefaultOptions,
  type ICustomSeriesPaneRenderer,
  type ICustomSeriesPaneView,
  type PaneRendererCustomData,
  type PriceToCoordinateConverter,
  type Time,
} from 'lightweight-charts'
import type { Side } from '../../contract/markets/side.ts'
import type { ChartRow } from './chart-rows.ts'
import type { ChartTheme } from './chart-theme.ts'

export type ChartOrder = { readonly price: number; readonly side: Side; readonly text: string }

const BODY = 0.68
const VOLUME = 0.17
/** The height from which there is a volume. */
const VOLUME_FROM = 80
const VOLUME_STRENGTH = 0.28
const AVERAGE_WIDTH = 1.25
const POINTER = { line: 10, gap: 4, rise: 2 } as const
/** The height from which the highest and the lowest price are labelled: a lower chart has its space for the candles. */
export const LABELS_FROM = 100
const LABEL = { height: 16, padding: 6, right: 6 } as const

export const volumeHeight = (height: number): number => (height < VOLUME_FROM ? 0 : VOLUME * height)

type Bar = CustomBarItemData<Time, ChartRow>
type Target = Parameters<ICustomSeriesPaneRenderer['draw']>[0]

/** Shared by chart and painter; the chart changes it. */
export type Paint = {
  theme: ChartTheme
  orders: readonly ChartOrder[]
  formatPrice: (price: number) => string
}

export class CandlePainter implements ICustomSeriesPaneView<Time, ChartRow>, ICustomSeriesPaneRenderer {
  #data: PaneRendererCustomData<Time, ChartRow> | undefined
  readonly #paint: Paint

  constructor(paint: Paint) {
    this.#paint = paint
  }

  renderer(): ICustomSeriesPaneRenderer {
    return this
  }

  update(data: PaneRendererCustomData<Time, ChartRow>): void {
    this.#data = data
  }

  priceValueBuilder({ low, high, close }: ChartRow): number[] {
    return [low, high, close]
  }

  isWhitespace(row: ChartRow | CustomSeriesWhitespaceData<Time>): row is CustomSeriesWhitespaceData<Time> {
    return !('close' in row)
  }

  defaultOptions(): CustomSeriesOptions {
    return customSeriesDefaultOptions
  }

  draw(target: Target, priceToY: PriceToCoordinateConverter): void {
    const { bars = [], visibleRange: range, barSpacing = 6 } = this.#data ?? {}
    const visible = range ? bars.slice(Math.max(0, Math.floor(range.from)), Math.ceil(range.to) + 1) : []
    const y = (price: number) => priceToY(price) ?? Number.NaN
    drawBars(target, visible, barSpacing, y)
    drawAverage(target, visible, y, this.#paint.theme)
    drawExtremes(target, visible, y, this.#paint)
    drawOrders(target, this.#paint, y)
  }
}

type ToY = (price: number) => number

function drawBars(target: Target, bars: readonly Bar[], spacing: number, y: ToY): void {
  const maxVolume = Math.max(...bars.map(({ originalData }) => originalData.volume))
  target.useBitmapCoordinateSpace(
    ({ context, mediaSize, bitmapSize, horizontalPixelRatio: h, verticalPixelRatio: v }) => {
      const fullVolume = volumeHeight(mediaSize.height) * v
      const wick = Math.max(1, Math.floor(h))
      const wanted = Math.max(wick, Math.round(spacing * BODY * h))
      // Same parity as the wick, so that the wick is centred.
      const width = wanted - ((wanted - wick) % 2)
      for (const { x, barColor, originalData: row } of bars) {
        const middle = Math.round(x * h)
        const left = middle - Math.floor(width / 2)
        const [high, low, open, close] = [row.high, row.low, row.open, row.close].map((price) =>
          Math.round(y(price) * v),
        )
        const [top, bottom] = [Math.min(open!, close!), Math.max(open!, close!)]
        context.fillStyle = barColor
        context.fillRect(left + (width - wick) / 2, high!, wick, Math.max(1, low! - high!))
        context.fillRect(left, top, width, Math.max(wick, bottom - top))
        if (maxVolume > 0) {
          const height = Math.round((row.volume / maxVolume) * fullVolume)
          context.globalAlpha = VOLUME_STRENGTH
          context.fillRect(left, bitmapSize.height - height, width, height)
          context.globalAlpha = 1
        }
      }
    },
  )
}

function drawAverage(target: Target, bars: readonly Bar[], y: ToY, theme: ChartTheme): void {
  target.useMediaCoordinateSpace(({ context }) => {
    context.beginPath()
    for (const { x, originalData } of bars)
      if (originalData.average !== undefined) context.lineTo(x, y(originalData.average))
    context.strokeStyle = theme.accent
    context.lineWidth = AVERAGE_WIDTH
    context.lineJoin = 'round'
    context.stroke()
  })
}

function drawOrders(target: Target, { orders, theme }: Paint, y: ToY): void {
  target.useMediaCoordinateSpace(({ context, mediaSize: { width, height } }) => {
    context.font = `500 11px ${theme.font}`
    context.textBaseline = 'middle'
    context.textAlign = 'left'
    context.lineWidth = 1
    for (const { price, side, text } of orders) {
      const pixelY = Math.round(y(price)) + 0.5
      if (!(pixelY > 0 && pixelY < height)) continue
      context.strokeStyle = side === 'buy' ? theme.up : theme.down
      context.setLineDash([5, 3])
      context.beginPath()
      context.moveTo(0, pixelY)
      context.lineTo(width, pixelY)
      context.stroke()
      context.setLineDash([])
      const boxWidth = Math.ceil(context.measureText(text).width) + 2 * LABEL.padding
      const left = width - LABEL.right - boxWidth - 0.5
      context.fillStyle = theme.background
      context.beginPath()
      context.roundRect(left, pixelY - LABEL.height / 2, boxWidth, LABEL.height, 4)
      context.fill()
      context.stroke()
      context.fillStyle = context.strokeStyle
      context.fillText(text, left + LABEL.padding, pixelY + 0.5)
    }
  })
}

/** Labels the highest and the lowest visible price, each with a short pointer line. */
function drawExtremes(target: Target, bars: readonly Bar[], y: ToY, { theme, formatPrice }: Paint): void {
  target.useMediaCoordinateSpace(({ context, mediaSize: { width, height } }) => {
    if (bars.length === 0 || height < LABELS_FROM) return
    const highest = bars.reduce((best, bar) => (bar.originalData.high > best.originalData.high ? bar : best))
    const lowest = bars.reduce((best, bar) => (bar.originalData.low < best.originalData.low ? bar : best))
    context.font = `500 11px ${theme.font}`
    context.textBaseline = 'middle'
    context.lineWidth = 1
    const drawLabel = (x: number, pixelY: number, text: string) => {
      const sign = x < width / 2 ? 1 : -1
      const start = x + sign * POINTER.gap
      context.strokeStyle = theme.axis
      context.beginPath()
      context.moveTo(start, Math.round(pixelY) + 0.5)
      context.lineTo(start + sign * POINTER.line, Math.round(pixelY) + 0.5)
      context.stroke()
      context.textAlign = sign > 0 ? 'left' : 'right'
      context.fillStyle = theme.label
      context.fillText(text, start + sign * (POINTER.line + POINTER.gap), pixelY + 0.5)
    }
    const [high, low] = [highest.originalData.high, lowest.originalData.low]
    drawLabel(highest.x, y(high) - POINTER.rise, formatPrice(high))
    if (low < high) drawLabel(lowest.x, y(low) + POINTER.rise, formatPrice(low))
  })
}
