import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import { hostAtom } from '../state/app/host.ts'
import { withdrawText } from '../text/withdraw.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** Reads a QR code with the scanner of Telegram's phone clients. Others have none, and get no button. */
export function ScanButton({ onText }: { onText: (text: string) => void }) {
  const { platform } = useAtomValue(hostAtom)
  const button = useRef<HTMLButtonElement>(null)
  const scanQr = platform.miniApp?.scanQr
  if (scanQr === undefined) return null
  const scan = async () => {
    platform.haptic('tap')
    const text = await scanQr(withdrawText.scanHint)
    // The field may have been closed since then.
    if (text !== undefined && button.current !== null) onText(text)
  }
  return (
    <IconButton ref={button} label={withdrawText.scan} onClick={() => void scan()}>
      <Icon name="qr" size={20} />
    </IconButton>
  )
}
