import { PartBoundary } from '../../../components/part-boundary.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.tsx'
import style from './address-qr.module.css'

const QrCode = lazyPart(() => import('../../../components/qr-code.tsx'))

type Props = { text: string; label: string; isLarge?: boolean }

/** Keeps its place while the code is loaded. */
export const AddressQr = ({ text, label, isLarge = false }: Props) => (
  <div className={style.qr} data-large={isLarge || undefined}>
    <PartBoundary loading={null}>
      <QrCode text={text} label={label} />
    </PartBoundary>
  </div>
)
