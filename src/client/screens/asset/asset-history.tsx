import { Link } from 'react-router-dom'
import type { AssetView } from '../../../contract/portfolio/views.ts'
import { CellPage } from '../../components/cell-page.tsx'
import { historyPath } from '../../components/money-paths.ts'
import { HistoryList } from '../../components/transactions/history-list.tsx'
import { WithUser } from '../../components/with-user.tsx'
import { assetsText } from '../../text/assets.ts'
import { historyText } from '../../text/history.ts'
import { List, Placeholder } from '../../ui/cells/cells.tsx'
import { Icon } from '../../ui/icon.tsx'
import style from './asset-screen.module.css'

const text = assetsText.asset

/** What changed the balance of one coin, as on the page of the history. */
export const AssetHistory = ({ currency: { id, symbol } }: { currency: AssetView['currency'] }) => (
  <section aria-labelledby="asset-history">
    <div className={style.historyHead}>
      <h2 id="asset-history">{text.history}</h2>
      <Link to={historyPath('all', id)}>
        {text.transactions}
        <Icon name="chevron-right" size={16} />
      </Link>
    </div>
    <CellPage>
      <List>
        <WithUser>
          {(user) => (
            <HistoryList
              user={user}
              filter={{ type: 'all', currency: id, days: undefined }}
              empty={<Placeholder icon="history" title={historyText.empty.all.title} line={text.noHistory(symbol)} />}
            />
          )}
        </WithUser>
      </List>
    </CellPage>
  </section>
)
