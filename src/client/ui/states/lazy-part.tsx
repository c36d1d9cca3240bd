/** Parts of the app that are separate files. All are loaded when the browser is idle, so that they open offline. */

import { type ComponentType, use } from 'react'

type Module<Props> = { readonly default: ComponentType<Props> }
type Part = { isStarted(): boolean; start(): Promise<unknown>; forget(): void }

/** The file of a part could not be loaded: no connection, or a newer version of the app was installed. */
export class PartNotLoaded extends Error {}

const parts: Part[] = []
const failed = new Set<Part>()
/** Addresses of styles that failed to load; the bundler does not request them again. */
const missingStyles = new Set<string>()

if (typeof window !== 'undefined')
  window.addEventListener('vite:preloadError', ({ payload }) => {
    const address = /CSS for (\S+)/.exec(payload.message)?.[1]
    if (address !== undefined) missingStyles.add(address)
  })

/** Like React's `lazy`, but a failed load can be repeated: it throws `PartNotLoaded` until `retryParts` succeeds. */
export function lazyPart<Props extends object>(load: () => Promise<Module<Props>>): ComponentType<Props> {
  let loaded: Module<Props> | undefined
  let pending: Promise<Module<Props>> | undefined
  const part: Part = {
    isStarted: () => pending !== undefined,
    start: () => {
      pending ??= loadOnline(load).then(
        (module) => {
          loaded = module
          return module
        },
        (error: unknown) => {
          failed.add(part)
          throw new PartNotLoaded(String(error))
        },
      )
      return pending
    },
    forget() {
      pending = undefined
    },
  }
  parts.push(part)
  return function LazyPart(props) {
    const { default: Content } = loaded ?? use(part.start() as Promise<Module<Props>>)
    return <Content {...props} />
  }
}

/** Browsers remember a failed import and do not repeat it, so that none is started without a connection. */
const loadOnline = <Value,>(load: () => Promise<Value>): Promise<Value> =>
  navigator.onLine ? load() : Promise.reject(new PartNotLoaded('offline'))

/** Loads the failed parts again. Resolves to whether all of them are loaded. */
export async function retryParts(): Promise<boolean> {
  await Promise.all([...missingStyles].map(loadStyle))
  const again = [...failed]
  forgetFailedParts()
  const results = await Promise.allSettled(again.map((part) => part.start()))
  return results.every(({ status }) => status === 'fulfilled')
}

/** The next render of a failed part loads it again. */
export function forgetFailedParts(): void {
  for (const part of failed) part.forget()
  failed.clear()
}

async function loadStyle(address: string): Promise<void> {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'stylesheet', href: address })
  const isLoaded = await new Promise<boolean>((resolve) => {
    link.onload = () => resolve(true)
    link.onerror = () => resolve(false)
    document.head.append(link)
  })
  if (isLoaded) missingStyles.delete(address)
  else link.remove()
}

const FIRST_MILLIS = 5_000

/** Loads all parts one after the other while the browser is idle, unless the user saves data. */
export function loadPartsWhenIdle(): void {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } }
  if (connection?.saveData !== true) setTimeout(loadNext, FIRST_MILLIS)
}

function loadNext(): void {
  whenIdle(async () => {
    // A loaded part may have added more.
    const next = parts.find((part) => !part.isStarted())
    if (next === undefined) return
    if (navigator.onLine && (await isLoaded(next))) loadNext()
    else window.addEventListener('online', loadNext, { once: true })
  })
}

const isLoaded = (part: Part): Promise<boolean> =>
  part.start().then(
    () => true,
    () => false,
  )

const whenIdle = (work: () => Promise<void>): unknown =>
  'requestIdleCallback' in window ? window.requestIdleCallback(work) : setTimeout(work, 200)
