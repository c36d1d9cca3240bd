import { text } from '../text/en.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'

/** A part of the product that a later release opens. */
export default function SoonScreen({ title }: { title: string }) {
  return (
    <div className="page page-center">
      <h1 className="unseen">{title}</h1>
      <Empty icon="bolt" title={`${title}: ${text.opensSoon.toLowerCase()}`} line={text.soon.line}>
        <ButtonLink to="/trade" size="small">
          {text.soon.trade}
        </ButtonLink>
      </Empty>
    </div>
  )
}
