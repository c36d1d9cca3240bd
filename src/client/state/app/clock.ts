import { atom } from 'jotai'
import { hostAtom } from './host.ts'

const source = atom(performance.now())

/** The monotonic clock in milliseconds, updated once a second while mounted: for how long something takes. */
export const monotonicAtom = atom(
  (get) => get(source),
  (_get, set) => set(source, performance.now()),
)

monotonicAtom.onMount = (tick) => {
  tick()
  const timer = setInterval(tick, 1000)
  return () => clearInterval(timer)
}

/**
 * The server's time in milliseconds since 1970, updated once a second while mounted; that of the device, which may be wrong,
 * until the server has told its own.
 */
export const clockAtom = atom((get) => {
  get(monotonicAtom)
  return get(hostAtom).socket.serverTime ?? Date.now()
})
