/** One file for the parts of other pages that show rewards. */

export { EarnBadge } from './earn-badge.tsx'
export { EarnCard } from './earn-card.tsx'
