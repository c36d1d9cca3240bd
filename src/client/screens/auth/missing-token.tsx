import { authText } from '../../text/auth.ts'
import { ButtonLink } from '../../ui/button.tsx'

/** The page was opened without an email link, or reloaded. */
export function MissingToken({ again }: { again: '/' | '/forgot' }) {
  return (
    <>
      <h1>{authText.emailLinks.noTokenTitle}</h1>
      <p className="auth-lead" data-on-phone>
        {authText.emailLinks.noToken}
      </p>
      <ButtonLink to={again}>{again === '/' ? authText.emailLinks.goOn : authText.emailLinks.again}</ButtonLink>
    </>
  )
}
