import { Chips } from '../ui/chips.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { SortButton } from '../ui/sort-button.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { type Example, type Family, Live } from './example.tsx'

const optionsOf = (...names: readonly string[]) => names.map((name) => ({ value: name.toLowerCase(), name }))

const TYPES = optionsOf('Market', 'Limit')
const SIDES = optionsOf('Buy', 'Sell')
const PERIODS = optionsOf('1H', '4H', '1D', '1W')
const LONG = optionsOf('Until it is filled', 'Until tonight')
const LISTS = optionsOf('Open', 'Filled', 'Cancelled')
const MANY = optionsOf('Spot markets', 'New coins', 'Gainers', 'Losers', 'Favorites', 'All the other coins')

const segmented: Example = {
  name: 'Segmented',
  states: {
    plain: (
      <Live initial="market">
        {(value, onChoose) => <Segmented label="Order type" value={value} options={TYPES} onChoose={onChoose} />}
      </Live>
    ),
    'trade, buy': (
      <Live initial="buy">
        {(value, onChoose) => (
          <Segmented label="Side" variant="trade" value={value} options={SIDES} onChoose={onChoose} />
        )}
      </Live>
    ),
    'trade, sell': (
      <Live initial="sell">
        {(value, onChoose) => (
          <Segmented label="Other side" variant="trade" value={value} options={SIDES} onChoose={onChoose} />
        )}
      </Live>
    ),
    chips: (
      <Live initial="1h">
        {(value, onChoose) => (
          <Segmented label="Period" variant="chips" value={value} options={PERIODS} onChoose={onChoose} />
        )}
      </Live>
    ),
    tiles: (
      <Live initial="1d">
        {(value, onChoose) => (
          <Segmented label="Span" variant="tiles" value={value} options={PERIODS} onChoose={onChoose} />
        )}
      </Live>
    ),
    'long text': (
      <Live initial="until tonight">
        {(value, onChoose) => <Segmented label="Duration" value={value} options={LONG} onChoose={onChoose} />}
      </Live>
    ),
  },
}

const tabs: Example = {
  name: 'Tabs',
  states: {
    medium: (
      <Live initial="open">
        {(value, onChoose) => <Tabs label="Orders" value={value} tabs={LISTS} onChoose={onChoose} />}
      </Live>
    ),
    small: (
      <Live initial="filled">
        {(value, onChoose) => <Tabs label="Panel" size="small" value={value} tabs={LISTS} onChoose={onChoose} />}
      </Live>
    ),
    'long text': (
      <Live initial="gainers">
        {(value, onChoose) => <Tabs label="Lists" value={value} tabs={MANY} onChoose={onChoose} />}
      </Live>
    ),
  },
}

const chipsOf = (label: string, panel: string, options: typeof LISTS, initial: string) => (
  <Live initial={initial}>
    {(value, onChoose) => (
      <>
        <Chips label={label} value={value} options={options} onChoose={onChoose} panel={panel} />
        <p id={panel}>Chosen: {value}</p>
      </>
    )}
  </Live>
)

const chips: Example = {
  name: 'Chips',
  states: {
    rest: chipsOf('Status', 'chips-panel', LISTS, 'open'),
    'long text': chipsOf('Coins', 'long-chips-panel', MANY, 'new coins'),
  },
}

const NEXT = { none: 'down', down: 'up', up: 'none' } as const
type Direction = keyof typeof NEXT

const sortButton = (name: string, initial: Direction) => (
  <Live<Direction> initial={initial}>
    {(direction, onChange) => (
      <SortButton
        name={name}
        hint={(what, sorted) => (sorted === undefined ? `${what}, sort` : `${what}, sorted ${sorted}`)}
        direction={direction === 'none' ? undefined : direction}
        onPress={() => onChange(NEXT[direction])}
      />
    )}
  </Live>
)

export const choices: Family = {
  title: 'Choices',
  examples: [
    segmented,
    tabs,
    chips,
    {
      name: 'Sort button',
      width: 'inline',
      states: {
        rest: sortButton('Name', 'none'),
        down: sortButton('Price', 'down'),
        up: sortButton('Change', 'up'),
        'long text': sortButton('Volume of the last 24 hours', 'none'),
      },
    },
  ],
}
