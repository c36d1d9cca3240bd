import { atom } from 'jotai'

const source = atom(Date.now())

/** The reader's own clock, once a second while somebody looks. For ages and days, never for rules. */
export const clockAtom = atom(
  (get) => get(source),
  (_get, set) => set(source, Date.now()),
)

clockAtom.onMount = (tick) => {
  tick()
  const timer = setInterval(tick, 1000)
  return () => clearInterval(timer)
}
