import { Link } from 'react-router-dom'
import { links } from '../environment.ts'
import { text } from '../text/en.ts'

/** Terms and Job Openings point nowhere: they are words. So is a link that the operator has not set. */
export function Footer() {
  return (
    <footer className="footer">
      <div>
        <Outside to={links.support} name={text.footer.support} />
        <Outside to={links.community} name={text.footer.community} />
        <span>{text.footer.terms}</span>
        <span>{text.footer.jobs}</span>
        <Outside to={links.privacy} name={text.footer.privacy} />
        <Link to="/about">{text.footer.about}</Link>
      </div>
      <div>
        <Outside to={links.telegram} name={text.footer.telegram} />
        <Outside to={links.discord} name={text.footer.discord} />
        <Outside to={links.twitter} name={text.footer.twitter} />
        <Outside to={links.linkedin} name={text.footer.linkedin} />
      </div>
    </footer>
  )
}

function Outside({ to, name }: { to: string | undefined; name: string }) {
  if (!to) return <span>{name}</span>
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {name}
    </a>
  )
}
