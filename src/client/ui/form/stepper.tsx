import { useEffect, useRef } from 'react'
import { Icon } from '../icon.tsx'
import style from './stepper.module.css'

const HOLD_MILLIS = 400
const REPEAT_MILLIS = 83

/** Minus and plus buttons. They repeat while held down. */
export function Stepper({ onStep, down, up }: { onStep: (steps: 1 | -1) => void; down: string; up: string }) {
  return (
    <span className={style.stepper}>
      <StepButton label={down} icon="minus" onStep={() => onStep(-1)} />
      <StepButton label={up} icon="plus" onStep={() => onStep(1)} />
    </span>
  )
}

function StepButton({ label, icon, onStep }: { label: string; icon: 'minus' | 'plus'; onStep: () => void }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  const repeat = () => {
    onStep()
    timer.current = setTimeout(repeat, REPEAT_MILLIS)
  }
  return (
    <button
      type="button"
      aria-label={label}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        onStep()
        timer.current = setTimeout(repeat, HOLD_MILLIS)
      }}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
      onContextMenu={(event) => event.preventDefault()}
      onClick={(event) => event.detail === 0 && onStep()}
    >
      <Icon name={icon} size={18} />
    </button>
  )
}
