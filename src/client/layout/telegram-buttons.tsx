/** The keys of Telegram's own head: back goes where this app says, settings opens what the app can be set to. */

import { useAtomValue } from 'jotai'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { hasUnsentOrderAtom } from '../atoms/draft.ts'
import type { MiniApp } from '../platform/platform.ts'
import { closeLayer, hasLayer, watchLayers } from '../ui/layers.ts'
import { parentOf } from './parent-of.ts'

export default function TelegramKeys({ miniApp }: { miniApp: MiniApp }) {
  const navigate = useNavigate()
  useBack(miniApp)
  useEffect(() => miniApp.onSettings(() => navigate('/settings')), [miniApp, navigate])
  const isUnsent = useAtomValue(hasUnsentOrderAtom)
  useEffect(() => miniApp.guardClosing(isUnsent), [miniApp, isUnsent])
  return null
}

/** A sheet first, then one step back, or up where there is no step: a page may be opened by a link. */
function useBack(miniApp: MiniApp) {
  const { pathname, key } = useLocation()
  const navigate = useNavigate()
  const isCovered = useSyncExternalStore(watchLayers, hasLayer)
  const parent = parentOf(pathname)
  const leftFrom = useRef<string>(undefined)
  const isShown = isCovered || parent !== undefined

  useEffect(() => miniApp.showBack(isShown), [miniApp, isShown])
  useEffect(
    () =>
      miniApp.onBack(() => {
        // A second press before the page has changed is the same press.
        if (closeLayer() || parent === undefined || leftFrom.current === key) return
        leftFrom.current = key
        if (window.history.state?.idx > 0) navigate(-1)
        else navigate(parent, { replace: true })
      }),
    [miniApp, navigate, parent, key],
  )
}
