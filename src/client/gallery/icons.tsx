import { Icon, iconNames, Mark, Wordmark } from '../ui/icon.tsx'
import type { Family } from './example.tsx'

const SIZES = [14, 16, 20, 24, 28]

export const icons: Family = {
  title: 'Icons',
  examples: [
    {
      name: 'Icon, by name',
      width: 'inline',
      states: Object.fromEntries(iconNames.map((name) => [name, <Icon key={name} name={name} />])),
    },
    {
      name: 'Icon, by size',
      width: 'inline',
      states: Object.fromEntries(SIZES.map((size) => [`${size} pixels`, <Icon key={size} name="bell" size={size} />])),
    },
    { name: 'Mark and wordmark', width: 'inline', states: { mark: <Mark />, wordmark: <Wordmark /> } },
  ],
}
