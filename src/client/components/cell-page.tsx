import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { hostAtom } from '../state/app/host.ts'
import { HostCells } from '../ui/cells/host-cells.tsx'

/** A page whose cells look like those of Telegram inside Telegram. */
export function CellPage({ children }: { children: ReactNode }) {
  const { miniApp } = useAtomValue(hostAtom).platform
  return <HostCells client={miniApp?.client}>{children}</HostCells>
}
