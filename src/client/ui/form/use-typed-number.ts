import { type KeyboardEvent, useState } from 'react'
import { isOpen, readTyped, type Unreadable } from '../../format/typed-number.ts'

export type NumberInput = {
  /** Plain decimal, ungrouped; with commas while it is open. */
  readonly value: string
  readonly decimals: number
  /** The symbol of what is counted. */
  readonly unit?: string | undefined
  readonly onType: (value: string) => void
  readonly onEnter?: () => void
  readonly onLeave?: () => void
}

/** What stands under the field: why a text was refused, or that the value is open and the field was left. */
export type TypedNote = Unreadable | { readonly type: 'open' } | undefined

/**
 * The text of a number field as it was typed, so that it is never rewritten while the user types. An open value is asked about
 * only when the field is left.
 */
export function useTypedNumber({ value, decimals, unit, onType, onEnter, onLeave }: NumberInput) {
  const [typed, setTyped] = useState<string>()
  const [refused, setRefused] = useState<TypedNote>()
  const [isEdited, setEdited] = useState(false)
  const reading = typed === undefined ? undefined : readTyped(typed, decimals, unit)
  const isTyped = reading !== undefined && reading.type !== 'refused' && reading.value === value
  const note: TypedNote = refused ?? (isOpen(value) && !isEdited ? { type: 'open' } : undefined)
  return {
    text: isTyped ? typed : undefined,
    isEdited,
    note,
    enter() {
      setEdited(true)
      onEnter?.()
    },
    leave() {
      setEdited(false)
      setRefused(undefined)
      if (!isOpen(value)) setTyped(undefined)
      onLeave?.()
    },
    /** Enter in a field whose value is open asks, instead of sending the form. */
    onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      if (event.key !== 'Enter' || !isOpen(value)) return
      event.preventDefault()
      event.currentTarget.blur()
    },
    read(text: string) {
      const next = readTyped(text, decimals, unit)
      if (next.type === 'refused') return setRefused(next)
      setRefused(undefined)
      // A unit and our own form of small prices are not typed: the field shows the number.
      setTyped(/[\p{L}\p{Sc}₀-₉]/u.test(text) ? undefined : text)
      onType(next.value)
    },
    answer(number: string) {
      setTyped(undefined)
      onType(number)
      onLeave?.()
    },
  }
}
