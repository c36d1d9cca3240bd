import { Link } from 'react-router-dom'
import { pages } from '../../../contract/pages.ts'
import { notificationsText } from '../../text/notifications.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageBar } from '../../ui/page-bar.tsx'

export default function NotificationsBar() {
  return (
    <PageBar title={notificationsText.title} up={pages.home}>
      <Link className="icon-button" to={pages.settings} aria-label={notificationsText.settings}>
        <Icon name="settings" />
      </Link>
    </PageBar>
  )
}
