import { useAtomValue, useSetAtom } from 'jotai'
import { bannerAtom, reconnectAtom } from '../atoms/connection.ts'
import { age } from '../format/times.ts'
import { text } from '../text/en.ts'
import { Icon } from '../ui/icon.tsx'

export function ConnectionBanner() {
  const banner = useAtomValue(bannerAtom)
  const reconnect = useSetAtom(reconnectAtom)
  if (banner.kind === 'none') return null
  if (banner.kind === 'back')
    return (
      <div className="banner" data-kind="back" role="status">
        <Icon name="check" size={16} />
        <span>{text.banner.back}</span>
      </div>
    )
  const words = banner.kind === 'failed' ? text.banner.failed : text.banner.reconnecting(age(banner.ageMillis))
  return (
    <div className="banner" data-kind="trouble">
      <span className="spinner" aria-hidden="true" />
      <span>{words}</span>
      <button type="button" onClick={reconnect}>
        {text.banner.retry}
      </button>
    </div>
  )
}
