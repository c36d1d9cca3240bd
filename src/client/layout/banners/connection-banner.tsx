import { useAtomValue, useSetAtom } from 'jotai'
import { age } from '../../format/times.ts'
import { bannerAtom, reconnectAtom } from '../../state/app/connection-status.ts'
import { appText } from '../../text/app.ts'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import style from './banner.module.css'

export function ConnectionBanner() {
  const banner = useAtomValue(bannerAtom)
  const reconnect = useSetAtom(reconnectAtom)
  if (banner.kind === 'none') return null
  if (banner.kind === 'back')
    return (
      <div className={style.banner} data-kind="back" role="status">
        <Icon name="check" size={16} />
        <span>{appText.banner.back}</span>
      </div>
    )
  if (banner.kind === 'outdated')
    return (
      <div className={style.banner} data-kind="outdated" role="status">
        <Icon name="alert" size={16} />
        <span>{appText.banner.outdated}</span>
      </div>
    )
  const [title, line] =
    banner.kind === 'failed'
      ? [appText.banner.failed, appText.banner.failedLine]
      : [appText.banner.error, appText.banner.errorLine(age(banner.ageMillis))]
  return (
    <div className={style.banner} data-kind="trouble">
      <Spinner className={style.spinner} />
      <span>
        <b>{title}</b> {line}
      </span>
      <button type="button" onClick={reconnect}>
        {appText.banner.retry}
      </button>
    </div>
  )
}
