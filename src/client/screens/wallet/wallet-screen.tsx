import { useWideScreen } from '../../ui/use-wide-screen.ts'
import { WalletDesk } from './desk/wallet-desk.tsx'
import { WalletPage } from './phone/wallet-page.tsx'
import { WalletSheets } from './wallet-sheets.tsx'

/** The user's assets: a list on a phone, a table with a right column on a desk. */
export default function WalletScreen() {
  const isWide = useWideScreen()
  return (
    <>
      {isWide ? <WalletDesk /> : <WalletPage />}
      <WalletSheets />
    </>
  )
}
