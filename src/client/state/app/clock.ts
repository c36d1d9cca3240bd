import { atom } from 'jotai'

const source = atom(Date.now())

/** The device's time, updated once a second while mounted. For ages and dates, never for rules. */
export const clockAtom = atom(
  (get) => get(source),
  (_get, set) => set(source, Date.now()),
)

clockAtom.onMount = (tick) => {
  tick()
  const timer = setInterval(tick, 1000)
  return () => clearInterval(timer)
}
