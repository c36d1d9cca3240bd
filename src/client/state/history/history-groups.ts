import type { TransactionView } from '../../../contract/transactions/views.ts'
import { dayName } from '../../format/times.ts'
import { historyText } from '../../text/history.ts'
import { statusText } from './status-text.ts'

type Group = { readonly title: string; readonly items: readonly TransactionView[] }

/** What is in progress, then the rest by day, in the order of `views`. */
export function historyGroups(views: readonly TransactionView[], now: number): readonly Group[] {
  const groups = new Map<string, TransactionView[]>([[historyText.inProgress, []]])
  for (const view of views) {
    const title = statusText(view).tone === 'moving' ? historyText.inProgress : dayName(view.created_at, now)
    groups.set(title, [...(groups.get(title) ?? []), view])
  }
  return [...groups].map(([title, items]) => ({ title, items })).filter(({ items }) => items.length > 0)
}
