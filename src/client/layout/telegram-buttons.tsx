/** Telegram's own back, main and settings buttons; also loads the cells of its design in advance. */

import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { MiniApp } from '../platform/platform.ts'
import { notifyAtom } from '../state/app/host.ts'
import { mainButtonAtom } from '../state/app/main-button.ts'
import { hasUnsentOrderAtom } from '../state/order-form/store.ts'
import { appText } from '../text/app.ts'
import { closeTopOverlay, hasOverlay, watchOverlays } from '../ui/overlays/overlays.ts'
import { parentPath } from './parent-path.ts'

const CELLS_MILLIS = 5_000

export default function TelegramButtons({ miniApp }: { miniApp: MiniApp }) {
  const navigate = useNavigate()
  useBack(miniApp)
  useMainButton(miniApp)
  useEffect(loadCellsLater, [])
  useEffect(() => miniApp.onSettings(() => navigate('/settings')), [miniApp, navigate])
  const notify = useSetAtom(notifyAtom)
  useEffect(
    () =>
      miniApp.onLinkCopied((isCopied) =>
        notify(isCopied ? { kind: 'success', title: appText.copied } : { kind: 'blank', title: appText.copyFailed }),
      ),
    [miniApp, notify],
  )
  const isUnsent = useAtomValue(hasUnsentOrderAtom)
  useEffect(() => miniApp.confirmClosing(isUnsent), [miniApp, isUnsent])
  return null
}

function useMainButton(miniApp: MiniApp) {
  const button = useAtomValue(mainButtonAtom)
  const { text, isEnabled, isBusy, onPress } = button ?? {}
  useEffect(() => {
    if (text !== undefined) miniApp.setMainButton({ text, isEnabled: isEnabled === true, isBusy: isBusy === true })
  }, [miniApp, text, isEnabled, isBusy])
  const isShown = button !== undefined
  useEffect(() => (isShown ? () => miniApp.setMainButton(undefined) : undefined), [miniApp, isShown])
  useEffect(() => (onPress && isEnabled ? miniApp.onMainButton(onPress) : undefined), [miniApp, onPress, isEnabled])
}

/** After the first page, so that a launch does not load more. */
function loadCellsLater() {
  const timer = setTimeout(() => void import('../ui/cells/telegram-cells.tsx').catch(() => undefined), CELLS_MILLIS)
  return () => clearTimeout(timer)
}

/** Closes the top overlay, else goes one step back, else to the parent page: the app may have been opened by a link. */
function useBack(miniApp: MiniApp) {
  const { pathname, key } = useLocation()
  const navigate = useNavigate()
  const isOverlayOpen = useSyncExternalStore(watchOverlays, hasOverlay)
  const parent = parentPath(pathname)
  const leftKey = useRef<string>(undefined)
  const isShown = isOverlayOpen || parent !== undefined

  useEffect(() => miniApp.showBackButton(isShown), [miniApp, isShown])
  useEffect(
    () =>
      miniApp.onBack(() => {
        // Ignores a second press before the navigation has happened.
        if (closeTopOverlay() || parent === undefined || leftKey.current === key) return
        leftKey.current = key
        if (window.history.state?.idx > 0) navigate(-1)
        else navigate(parent, { replace: true })
      }),
    [miniApp, navigate, parent, key],
  )
}
