import { grouped } from '../../format/numbers.ts'
import { readingsOf } from '../../format/typed-number.ts'
import { numberFieldText as text } from '../../text/number-field.ts'
import { Button } from '../button.tsx'
import { FieldError } from './field-error.tsx'
import style from './typed-note.module.css'
import type { NumberInput, TypedNote } from './use-typed-number.ts'

type Props = Pick<NumberInput, 'value' | 'decimals' | 'unit'> & {
  id: string
  className?: string | undefined
  note: TypedNote
  onAnswer: (number: string) => void
}

/** Under a number field: why a text was refused, or which of two numbers is meant. */
export function TypedNumberNote({ id, className = '', note, value, decimals, unit, onAnswer }: Props) {
  const readings = note?.type === 'open' ? readingsOf(value) : undefined
  if (note === undefined) return null
  if (readings === undefined)
    return (
      <FieldError id={id} className={`${style.refusal} ${className}`} role="alert">
        {noteText(note, decimals, unit)}
      </FieldError>
    )
  const names = { grouped: grouped(readings.grouped), decimal: readings.decimal }
  return (
    <div id={id} className={`${style.note} ${className}`} role="alert">
      <span>{text.question(names.grouped, names.decimal)}</span>
      <Button kind="tinted" size="small" onClick={() => onAnswer(readings.grouped)}>
        {names.grouped}
      </Button>
      <Button kind="tinted" size="small" onClick={() => onAnswer(readings.decimal)}>
        {names.decimal}
      </Button>
    </div>
  )
}

function noteText(note: NonNullable<TypedNote>, decimals: number, unit: string | undefined): string {
  if (note.type === 'open') return decimals === 0 ? text.whole : text.separators
  switch (note.why) {
    case 'unit':
      return unit === undefined ? text.otherUnit(note.found) : text.unit(note.found, unit)
    case 'decimals':
      return decimals === 0 ? text.whole : text.decimals(decimals)
    case 'characters':
    case 'separators':
    case 'digits':
      return text[note.why]
  }
}
