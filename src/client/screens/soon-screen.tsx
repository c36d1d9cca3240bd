import { appText } from '../text/app.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

type Soon = { readonly name: string; readonly title: string; readonly line: string }

/** Placeholder for a feature of a later release. */
export default function SoonScreen({ soon: { name, title, line } }: { soon: Soon }) {
  return (
    <div className="page page-center">
      <h1 className="visually-hidden">{name}</h1>
      <EmptyState icon="bolt" title={title} line={line}>
        <ButtonLink to="/trade" size="small">
          {appText.soon.trade}
        </ButtonLink>
      </EmptyState>
    </div>
  )
}
