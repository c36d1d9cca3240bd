import type { ReactNode } from 'react'
import style from './address-text.module.css'

const EDGE = 6

/** A whole address in at most two lines of the same length. Its first and last characters stand out: people compare these. */
export const AddressText = ({ address, isLarge = false }: { address: string; isLarge?: boolean }) => (
  <code
    className={style.code}
    data-large={isLarge || undefined}
    style={{ maxWidth: `${Math.ceil(address.length / 2)}ch` }}
  >
    <b>{address.slice(0, EDGE)}</b>
    {address.slice(EDGE, -EDGE)}
    <b>{address.slice(-EDGE)}</b>
  </code>
)

/** A text that is as long as an address. */
export const LongCode = ({ children }: { children: ReactNode }) => <code className={style.code}>{children}</code>

/** `0x8ba1f1…4f2d1c`, for rows. */
export const shortAddress = (address: string): string =>
  address.length <= 2 * EDGE + 2 ? address : `${address.slice(0, EDGE + 2)}…${address.slice(-EDGE)}`
