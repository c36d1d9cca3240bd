/** The colours of the chart, from the tokens of the style sheet as they stand now. */

export type ChartTheme = ReturnType<typeof readTheme>

export function readTheme(root: HTMLElement) {
  const style = getComputedStyle(root)
  const color = (token: string) => plainColor(style.getPropertyValue(token))
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

/** Tokens may be mixed from others, which the library cannot read: one painted pixel tells what comes of it. */
function plainColor(color: string): string {
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

/** Calls when theme, palette or the host's colours change. */
export function watchTheme(root: HTMLElement, changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(root, { attributeFilter: ['data-theme', 'data-updown', 'data-platform', 'style'] })
  return () => observer.disconnect()
}
