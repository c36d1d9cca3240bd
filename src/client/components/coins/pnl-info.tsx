import { assetsText } from '../../text/assets.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu, MenuHead } from '../../ui/overlays/menu.tsx'
import style from './pnl-info.module.css'

/** The key beside a profit that says what it is based on. */
export const PnlInfo = ({ isAtEnd = false }: { isAtEnd?: boolean }) => (
  <Menu
    className={style.info}
    panelClassName={isAtEnd ? style.endPanel : style.panel}
    label={assetsText.asset.about}
    button={<Icon name="info" size={16} />}
  >
    {() => <MenuHead>{assetsText.wallet.pnlHint}</MenuHead>}
  </Menu>
)
