import type { EarnProfileView } from '../../../contract/earn/views.ts'
import { earnText } from '../../text/earn.ts'

/** Why nothing can be earned now, as the label of a disabled button. */
export function blockedLabel({ standing, is_funded }: EarnProfileView): string | undefined {
  if (standing.state !== 'ok') return earnText.standing.blocked
  return is_funded ? undefined : earnText.unfunded.title
}
