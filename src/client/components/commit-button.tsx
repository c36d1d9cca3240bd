import { useAtomValue, useSetAtom } from 'jotai'
import { type ComponentProps, useEffect, useId, useRef } from 'react'
import { hostAtom } from '../state/app/host.ts'
import { removeMainButtonAtom, showMainButtonAtom } from '../state/app/main-button.ts'
import { Button } from '../ui/button.tsx'

type Props = {
  children: string
  kind?: ComponentProps<typeof Button>['kind']
  disabled?: boolean | undefined
  /** Text shown while the action runs. */
  busy?: string | undefined
} & ({ isSubmit: true; onPress?: never } | { isSubmit?: never; onPress: () => void })

/** The last step of a sheet. Inside Telegram it is Telegram's own button below the app, which says it in its own look. */
export function CommitButton(props: Props) {
  const { platform } = useAtomValue(hostAtom)
  if (platform.miniApp) return <HostButton {...props} />
  const { children, kind = 'primary', disabled, busy, isSubmit, onPress } = props
  return (
    <Button kind={kind} disabled={disabled} busy={busy} isSubmit={isSubmit === true} onClick={onPress}>
      {children}
    </Button>
  )
}

function HostButton({ children, disabled = false, busy, onPress }: Props) {
  const id = useId()
  const submit = useRef<HTMLButtonElement>(null)
  const { platform } = useAtomValue(hostAtom)
  const show = useSetAtom(showMainButtonAtom)
  const remove = useSetAtom(removeMainButtonAtom)
  useEffect(() => {
    const press = () => {
      platform.haptic('tap')
      if (onPress) onPress()
      else submit.current?.click()
    }
    show({
      id,
      text: busy ?? children,
      isEnabled: !disabled && busy === undefined,
      isBusy: busy !== undefined,
      onPress: press,
    })
  }, [id, children, disabled, busy, onPress, platform, show])
  useEffect(() => () => remove(id), [id, remove])
  // The form is sent as by a button of its own, also by Enter.
  return onPress ? null : <button type="submit" ref={submit} hidden />
}
