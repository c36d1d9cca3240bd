import { createStore, Provider } from 'jotai'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { arriveAtom } from './atoms/arrival.ts'
import { appName, exchangeBase, exchangeOrigin } from './environment.ts'
import { loadWhatArrives, takeArrival } from './platform/arrival.ts'
import { browser } from './platform/browser.ts'
import { placeOf, takeLaunch } from './platform/launch.ts'
import type { Platform } from './platform/platform.ts'
import { start } from './start.ts'
import { heedHistory } from './ui/layers.ts'
import { notify } from './ui/toaster.tsx'

document.title = appName
// Before anything else looks at the address: what stands in it opens something.
const arrival = takeArrival(window)
loadWhatArrives()
// Not awaited here: what is fetched meanwhile may need this file.
void platformHere().then(begin)

function begin(platform: Platform): void {
  // A link to a pair opens where pairs are.
  const place = placeOf(window.location.pathname)
  const isAtStart = [place, `${place}/`].includes(window.location.pathname)
  if (platform.miniApp?.start.type === 'pair' && isAtStart) window.history.replaceState(null, '', `${place}/trade`)

  heedHistory()
  const store = createStore()
  const { origin, search } = window.location
  start(store, platform, { base: exchangeBase, origin: exchangeOrigin || origin, search }, notify)
  if (arrival !== undefined) void store.set(arriveAtom, arrival)
  createRoot(document.getElementById('root') as HTMLElement).render(
    <Provider store={store}>
      <App />
    </Provider>,
  )
}

/** Telegram's part is fetched only when Telegram has launched us; without it the website still works. */
async function platformHere(): Promise<Platform> {
  const launch = takeLaunch(window)
  if (launch === undefined) return browser()
  try {
    const { telegram } = await import('./platform/telegram.ts')
    return telegram(launch)
  } catch {
    return browser()
  }
}
