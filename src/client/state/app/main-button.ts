/** Telegram's main button, below the app: the newest button that asks for it has it. */

import { atom } from 'jotai'

type MainButton = {
  readonly id: string
  readonly text: string
  readonly isEnabled: boolean
  readonly isBusy: boolean
  readonly onPress: () => void
}

const source = atom<readonly MainButton[]>([])

export const mainButtonAtom = atom((get) => get(source).at(-1))

/** Adds a button, or replaces the one with its id at its place. */
export const showMainButtonAtom = atom(null, (_get, set, button: MainButton) =>
  set(source, (all) =>
    all.some(({ id }) => id === button.id)
      ? all.map((each) => (each.id === button.id ? button : each))
      : [...all, button],
  ),
)

export const removeMainButtonAtom = atom(null, (_get, set, id: string) =>
  set(source, (all) => all.filter((each) => each.id !== id)),
)
