import { Link } from 'react-router-dom'

type Props = { name: string; external?: string | undefined; to: string }

/** The configured link in a new tab, else a page of the app. */
export function FooterLink({ name, external, to }: Props) {
  if (external === undefined) return <Link to={to}>{name}</Link>
  return (
    <a href={external} target="_blank" rel="noreferrer">
      {name}
    </a>
  )
}
