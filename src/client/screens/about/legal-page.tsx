import { useAtomValue } from 'jotai'
import { pages } from '../../../contract/pages.ts'
import { FooterLink } from '../../components/footer-link.tsx'
import { appName, links } from '../../platform/environment.ts'
import { modeAtom } from '../../state/app/exchange-info.ts'
import { appText } from '../../text/app.ts'
import type { LegalText } from '../../text/legal.ts'
import { settingsText } from '../../text/settings.ts'
import style from './legal-page.module.css'

/** A page of plain text about the exchange. */
export function LegalPage({ text }: { text: LegalText }) {
  const isPlay = useAtomValue(modeAtom) !== 'live'
  const { help, terms, privacy, liabilities, about } = pages
  return (
    <article className={`page ${style.page}`}>
      <h1>{text.title}</h1>
      <p className={style.lead}>{text.lead(appName)}</p>
      {text.sections(appName, isPlay).map(({ title, lines }) => (
        <section key={title}>
          <h2>{title}</h2>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </section>
      ))}
      <nav className={style.links} aria-label={appText.footer.more}>
        {links.support && <FooterLink external={links.support} to={help} name={appText.footer.support} />}
        {links.community && <FooterLink external={links.community} to={help} name={appText.footer.community} />}
        <FooterLink external={links.help} to={help} name={appText.footer.help} />
        <FooterLink external={links.terms} to={terms} name={appText.footer.terms} />
        <FooterLink external={links.privacy} to={privacy} name={appText.footer.privacy} />
        <FooterLink to={liabilities} name={settingsText.inclusion.title} />
        <FooterLink to={about} name={appText.footer.about} />
      </nav>
    </article>
  )
}
