// First: the order of the layers is that of their first sheet.
import '../styles/tokens.css'
import '../styles/base.css'
import { createStore, Provider } from 'jotai'
import { createRoot } from 'react-dom/client'
import { browser } from '../platform/browser.ts'
import { reloadOnCallback, takeCallback } from '../platform/callback-address.ts'
import { addresses, appName, exchangeOrigin } from '../platform/environment.ts'
import { basePathOf, takeLaunch } from '../platform/launch.ts'
import type { Platform } from '../platform/platform.ts'
import { onOauthCallbackAtom } from '../state/auth/oauth-callback.ts'
import { closeOverlaysOnBack } from '../ui/overlays/overlays.ts'
import { notify } from '../ui/overlays/toaster.tsx'
import { App } from './app.tsx'
import { copyWholePrices } from './copy-whole-prices.ts'
import { start } from './start.ts'

document.title = appName
// Before the router or any other code reads the address: it may contain secrets.
const callback = takeCallback(window)
reloadOnCallback()
const root = document.getElementById('root') as HTMLElement
// No top-level await: lazily loaded modules may import this one. The bundler evaluates the condition, and leaves out the gallery.
if ((import.meta.env.DEV || import.meta.env.MODE === 'gallery') && window.location.pathname === '/gallery')
  void import('../gallery/gallery.tsx').then(({ showGallery }) => showGallery(root))
else void detectPlatform().then(startApp)

function startApp(platform: Platform): void {
  // A link to a pair opens the trade screen.
  const base = basePathOf(window.location.pathname)
  const isAtStart = [base, `${base}/`].includes(window.location.pathname)
  if (platform.miniApp?.start.type === 'pair' && isAtStart) window.history.replaceState(null, '', `${base}/trade`)

  closeOverlaysOnBack()
  document.addEventListener('copy', copyWholePrices)
  const store = createStore()
  const { origin, search } = window.location
  start(store, platform, { addresses, origin: exchangeOrigin || origin, search }, notify)
  if (callback !== undefined) void store.set(onOauthCallbackAtom, callback)
  createRoot(root).render(
    <Provider store={store}>
      <App />
    </Provider>,
  )
}

/** Loads the Telegram platform only after a launch by Telegram; when that fails, the app runs as the website. */
async function detectPlatform(): Promise<Platform> {
  const launch = takeLaunch(window)
  if (launch === undefined) return browser()
  try {
    const { telegram } = await import('../platform/telegram.ts')
    return telegram(launch)
  } catch {
    return browser()
  }
}
