import { letters } from '../../text/en-sign-in.ts'
import { ButtonLink } from '../../ui/button.tsx'

/** The page was opened without the link of a letter, or loaded again. */
export function NoToken({ again }: { again: '/' | '/forgot' }) {
  return (
    <>
      <h1>{letters.noTokenTitle}</h1>
      <p className="auth-lead" data-kept>
        {letters.noToken}
      </p>
      <ButtonLink to={again}>{again === '/' ? letters.goOn : letters.again}</ButtonLink>
    </>
  )
}
