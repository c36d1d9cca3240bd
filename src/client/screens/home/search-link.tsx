import { Link } from 'react-router-dom'
import { pages } from '../../../contract/pages.ts'
import { appText } from '../../text/app.ts'
import { Icon } from '../../ui/icon.tsx'
import style from './search-link.module.css'

/** Looks like the search field of Discover, and opens it. On a phone Discover has no tab. */
export function SearchLink() {
  return (
    <Link to={pages.discover} state={{ isSearching: true }} className={style.link}>
      <Icon name="search" size={20} />
      {appText.nav.searchCoins}
    </Link>
  )
}
