/** Links with the scheme `tg:`, which few pages have. */

/** The path on t.me of `tg://resolve`, `tg://join` and `tg://msg_url`; of others the start page. */
export function pathOf(link: string): string {
  const [, action = '', query = ''] = /^tg:(?:\/\/)?([a-z_]+)\/?(?:\?(.*))?$/.exec(link) ?? []
  const parameters = new URLSearchParams(query)
  const take = (name: string): string | null => {
    const value = parameters.get(name)
    parameters.delete(name)
    return value
  }
  const [domain, phone, invite] = [take('domain'), take('phone'), take('invite')]
  const rest = String(parameters) === '' ? '' : `?${parameters}`
  if (action === 'msg_url') return `/share/url${rest}`
  if (invite !== null) return `/+${invite}`
  return phone === null ? `/${domain ?? ''}${rest}` : `/+${phone}${rest}`
}
