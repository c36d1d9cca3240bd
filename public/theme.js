// Runs before the first paint, so that the wrong theme never shows.
;(() => {
  const root = document.documentElement
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const theme = stored('theme')
  const light = theme === 'light' || (theme !== 'dark' && matchMedia('(prefers-color-scheme: light)').matches)
  root.dataset.theme = light ? 'light' : 'dark'
  root.dataset.updown = stored('updown') || 'default'
  // platform/telegram.ts sets the same for slow phones.
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
  const applyMotion = () => {
    root.dataset.motion = reducedMotion.matches ? 'less' : ''
  }
  applyMotion()
  reducedMotion.addEventListener('change', applyMotion)
  document.querySelector('meta[name="theme-color"]').content = light ? '#ffffff' : '#0b0c0f'
})()
