// Runs before the first paint, so that no reader sees the other theme flash by.
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
  // Telegram adds phones that it calls slow.
  const calm = matchMedia('(prefers-reduced-motion: reduce)')
  const heed = () => {
    if (calm.matches) root.dataset.motion = 'less'
    else delete root.dataset.motion
  }
  heed()
  calm.addEventListener('change', heed)
  document.querySelector('meta[name="theme-color"]').content = light ? '#ffffff' : '#0b0c0f'
})()
