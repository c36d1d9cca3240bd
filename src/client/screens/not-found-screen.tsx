import { appText } from '../text/app.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

export default function NotFoundScreen() {
  return (
    <div className="page page-center">
      <h1 className="visually-hidden">{appText.notFound.title}</h1>
      <EmptyState icon="discover" title={appText.notFound.title} line={appText.notFound.line}>
        <span className="button-row">
          <ButtonLink to="/" size="small">
            {appText.notFound.home}
          </ButtonLink>
          <ButtonLink to="/trade" size="small">
            {appText.notFound.trade}
          </ButtonLink>
        </span>
      </EmptyState>
    </div>
  )
}
