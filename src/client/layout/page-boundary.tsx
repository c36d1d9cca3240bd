import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { PartBoundary } from '../components/part-boundary.tsx'
import { PageLoading } from './page-loading.tsx'

/** Keeps a failure inside the page: header and tab bar stay, and another page can be opened. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <PartBoundary key={pathname} loading={<PageLoading />}>
      {children}
    </PartBoundary>
  )
}
