import { createStore, Provider } from 'jotai'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { appName, exchangeBase, exchangeOrigin } from './environment.ts'
import { browser } from './platform/browser.ts'
import { start } from './start.ts'
import { notify } from './ui/toaster.tsx'

document.title = appName
const store = createStore()
const address = { base: exchangeBase, origin: exchangeOrigin || window.location.origin, search: window.location.search }
start(store, browser(), address, notify)

createRoot(document.getElementById('root') as HTMLElement).render(
  <Provider store={store}>
    <App />
  </Provider>,
)
