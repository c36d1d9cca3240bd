import { authText } from '../../text/auth.ts'
import { ButtonLink } from '../../ui/button.tsx'
import style from './auth.module.css'

/** The page was opened without an email link, or reloaded. */
type Props = { again: '/' | '/forgot'; line?: string }

export function MissingToken({ again, line = authText.emailLinks.noToken }: Props) {
  return (
    <>
      <h1>{authText.emailLinks.noTokenTitle}</h1>
      <p className={style.lead} data-on-phone>
        {line}
      </p>
      <ButtonLink to={again}>{again === '/' ? authText.emailLinks.goOn : authText.emailLinks.again}</ButtonLink>
    </>
  )
}
