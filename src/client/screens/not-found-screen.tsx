import { notFoundText } from '../text/not-found.ts'
import { ButtonRow } from '../ui/actions.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'

export default function NotFoundScreen() {
  return (
    <div className="page page-center">
      <h1 className="visually-hidden">{notFoundText.title}</h1>
      <EmptyState icon="discover" title={notFoundText.title} line={notFoundText.line}>
        <ButtonRow>
          <ButtonLink to="/" size="small">
            {notFoundText.home}
          </ButtonLink>
          <ButtonLink to="/trade" size="small">
            {notFoundText.trade}
          </ButtonLink>
        </ButtonRow>
      </EmptyState>
    </div>
  )
}
