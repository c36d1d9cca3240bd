import type { Conversion } from '../../contract/convert/conversion.ts'
import type { Millis, UserId } from '../../contract/ids.ts'

/** After the trades of its legs, which carry the postings. */
export type Converted = {
  readonly type: 'converted'
  readonly at: Millis
  readonly user: UserId
  readonly conversion: Conversion
}
