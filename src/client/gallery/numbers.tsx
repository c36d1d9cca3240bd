import type { ComponentProps } from 'react'
import type { Unreadable } from '../format/typed-number.ts'
import { FixedField, NumberField, Unit } from '../ui/form/number-field.tsx'
import { PercentSlider } from '../ui/form/percent-slider.tsx'
import { Stepper } from '../ui/form/stepper.tsx'
import { TypedNumberNote } from '../ui/form/typed-note.tsx'
import { type Example, type Family, Live } from './example.tsx'

type NumberProps = Omit<ComponentProps<typeof NumberField>, 'value' | 'onType' | 'label' | 'decimals'>

const numberField = (initial: string, props: NumberProps = {}) => (
  <Live initial={initial}>
    {(value, onType) => (
      <NumberField label="Amount" decimals={8} {...props} value={value} onType={onType}>
        {props.children ?? <Unit>BTC</Unit>}
      </NumberField>
    )}
  </Live>
)

const stepped = (value: string, steps: number): string => String(Math.max(0, (Number.parseInt(value, 10) || 0) + steps))

const numberFields: Example = {
  name: 'Number field',
  states: {
    rest: numberField('0.25'),
    empty: numberField('', { placeholder: '0.00' }),
    grouped: numberField('1234567.89'),
    invalid: numberField('999', { isInvalid: true }),
    'two meanings': numberField('1,234'),
    'with a stepper': (
      <Live initial="100">
        {(value, onType) => (
          <NumberField label="Price" decimals={0} value={value} onType={onType}>
            <Stepper down="Lower price" up="Higher price" onStep={(steps) => onType(stepped(value, steps))} />
          </NumberField>
        )}
      </Live>
    ),
    'long text': numberField('123456789.12345678'),
    fixed: <FixedField label="Price" text="Market price" />,
    'fixed, long text': <FixedField label="Price" text="The best price of now" />,
  },
}

const NOTES: Readonly<Record<Unreadable['why'], Unreadable>> = {
  characters: { type: 'refused', why: 'characters' },
  separators: { type: 'refused', why: 'separators' },
  decimals: { type: 'refused', why: 'decimals' },
  digits: { type: 'refused', why: 'digits' },
  unit: { type: 'refused', why: 'unit', found: 'EUR' },
}

const noteStates = Object.values(NOTES).map((note) => [
  note.why,
  <TypedNumberNote
    key={note.why}
    id={`note-${note.why}`}
    note={note}
    value=""
    decimals={2}
    unit="USDT"
    onAnswer={() => undefined}
  />,
])

const question = (
  <Live initial="1,234">
    {(value, onAnswer) => (
      <TypedNumberNote id="note-open" note={{ type: 'open' }} value={value} decimals={2} onAnswer={onAnswer} />
    )}
  </Live>
)

const slider = (label: string, initial: number, isOff = false) => (
  <Live initial={initial}>
    {(percent, onSlide) => (
      <PercentSlider
        label={label}
        percent={percent}
        valueText={`${percent} percent of the balance`}
        onSlide={onSlide}
        isOff={isOff}
      />
    )}
  </Live>
)

export const numbers: Family = {
  title: 'Numbers',
  examples: [
    numberFields,
    { name: 'Note of a typed number', states: { question, ...Object.fromEntries(noteStates) } },
    {
      name: 'Percent slider',
      states: {
        rest: slider('Share', 25),
        empty: slider('Empty share', 0),
        full: slider('Full share', 100),
        disabled: slider('Disabled share', 50, true),
      },
    },
    {
      name: 'Stepper',
      width: 'inline',
      states: {
        rest: (
          <Live initial={10}>
            {(value, onChange) => (
              <>
                <Stepper down="Less" up="More" onStep={(steps) => onChange(value + steps)} />
                {value}
              </>
            )}
          </Live>
        ),
      },
    },
  ],
}
