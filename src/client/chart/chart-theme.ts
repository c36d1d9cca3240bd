/** The chart's colours, read from the CSS variables. */

export type ChartTheme = ReturnType<typeof readTheme>

export function readTheme(root: HTMLElement) {
  const style = getComputedStyle(root)
  const color = (token: string) => computedColor(style.getPropertyValue(token))
  return {
    up: color('--up'),
    onUp: color('--on-up'),
    down: color('--down'),
    onDown: color('--on-down'),
    accent: color('--accent'),
    background: color('--bg'),
    text: color('--text'),
    label: color('--text-2'),
    axis: color('--text-3'),
    grid: color('--chart-grid'),
    pressed: color('--pressed'),
    font: style.fontFamily,
  }
}

/** CSS variables may use `color-mix`, which the library cannot parse: paint one pixel and read its colour. */
function computedColor(color: string): string {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return color
  context.fillStyle = color.trim()
  context.fillRect(0, 0, 1, 1)
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
  return `rgb(${red}, ${green}, ${blue})`
}

/** Calls `onChange` when the theme, the palette or the host's colours change. */
export function watchTheme(root: HTMLElement, onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(root, { attributeFilter: ['data-theme', 'data-updown', 'data-platform', 'style'] })
  return () => observer.disconnect()
}
