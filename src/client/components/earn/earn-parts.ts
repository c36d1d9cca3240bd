/** One file for the parts of the home page and of the tab bar that are loaded after them. */

export { SetUpCard } from '../desk/set-up-card.tsx'
export { EarnBadge } from './earn-badge.tsx'
export { HomeCards } from './home-cards.tsx'
