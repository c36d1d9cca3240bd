/** The chart's colours: tokens of the style sheet, as they are written. A canvas is never read: some browsers falsify what it says. */

export type ChartTheme = ReturnType<typeof readTheme>

export function readTheme(root: HTMLElement) {
  const style = getComputedStyle(root)
  const color = (token: string) => style.getPropertyValue(token).trim()
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

/** Calls `onChange` when the theme, the palette or the host's colours change. */
export function watchTheme(root: HTMLElement, onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(root, { attributeFilter: ['data-theme', 'data-updown', 'data-platform', 'style'] })
  return () => observer.disconnect()
}
