import { PartBoundary } from '../../../components/part-boundary.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.tsx'
import style from '../funds/funds.module.css'

const QrCode = lazyPart(() => import('../../../components/qr-code.tsx'))

/** Keeps its place while the code is loaded. */
export const AddressQr = ({ text, label }: { text: string; label: string }) => (
  <div className={style.qr}>
    <PartBoundary loading={null}>
      <QrCode text={text} label={label} />
    </PartBoundary>
  </div>
)
