import { text } from '../text/en.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'

export default function NotFoundScreen() {
  return (
    <div className="page page-center">
      <h1 className="unseen">{text.notFound.title}</h1>
      <Empty icon="discover" title={text.notFound.title} line={text.notFound.line}>
        <span className="key-row">
          <ButtonLink to="/" size="small">
            {text.notFound.home}
          </ButtonLink>
          <ButtonLink to="/trade" size="small">
            {text.notFound.trade}
          </ButtonLink>
        </span>
      </Empty>
    </div>
  )
}
