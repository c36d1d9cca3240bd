import type { ReactNode } from 'react'
import style from './address-block.module.css'

/** A QR code and what belongs to it. */
export const AddressBlock = ({ label, children }: { label?: string; children: ReactNode }) => (
  <section className={style.address} aria-label={label}>
    {children}
  </section>
)
