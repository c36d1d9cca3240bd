/** The page above a page; undefined above home. */
export function parentOf(path: string): string | undefined {
  if (path === '/') return undefined
  if (path === '/asset') return '/wallet'
  if (path === '/settings/security') return '/'
  return path.slice(0, path.lastIndexOf('/')) || '/'
}
