/** The path of the parent page; undefined for the home page. */
export function parentPath(path: string): string | undefined {
  if (path === '/') return undefined
  if (path === '/asset' || path === '/history') return '/wallet'
  if (path === '/referrals') return '/frens'
  if (path === '/play/mail') return '/'
  return path.slice(0, path.lastIndexOf('/')) || '/'
}
