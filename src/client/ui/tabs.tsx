import type { KeyboardEvent } from 'react'
import style from './tabs.module.css'

type Props<Value extends string> = {
  label: string
  value: Value
  tabs: readonly { readonly value: Value; readonly name: string; readonly className?: string | undefined }[]
  onChoose: (value: Value) => void
  panel?: string
  /** `small` has the text size of a panel's head. */
  size?: 'medium' | 'small'
  /** Its place, height and gap. */
  className?: string | undefined
}

/** Underlined tabs. Arrow keys move between them. */
export function Tabs<Value extends string>({
  label,
  value,
  tabs,
  onChoose,
  panel,
  size = 'medium',
  className = '',
}: Props<Value>) {
  const moveFocus = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const at = tabs.findIndex((tab) => tab.value === value)
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    onChoose(next.value)
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.value}"]`)?.focus()
  }
  return (
    <div
      className={`${style.tabs} ${className}`}
      data-size={size}
      role="tablist"
      aria-label={label}
      onKeyDown={moveFocus}
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          className={tab.className}
          data-tab={tab.value}
          aria-selected={tab.value === value}
          aria-controls={panel}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChoose(tab.value)}
        >
          <span>{tab.name}</span>
        </button>
      ))}
    </div>
  )
}
