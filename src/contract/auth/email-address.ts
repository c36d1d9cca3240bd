/**
 * Email addresses. A domain in another script has two forms, `почта.рф` and `xn--80a1acny.xn--p1ai`: both are the same
 * mailbox, so the second one is stored. Before the `@` only ASCII is accepted: other letters need SMTPUTF8 (RFC 6531).
 */

/** Dots may follow each other and stand at the end: addresses of Japanese phones are like this. */
const LOCAL = /^[A-Za-z0-9_'+-][A-Za-z0-9_'+.-]{0,63}$/
const DOMAIN = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+([a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/
const MAX_LENGTH = 254

/** The one form of an address, in lower case; undefined if it is none. */
export function canonicalEmail(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at), asciiDomain(text.slice(at + 1))]
  const address = `${local.toLowerCase()}@${domain}`
  return at > 0 && LOCAL.test(local) && DOMAIN.test(domain ?? '') && address.length <= MAX_LENGTH ? address : undefined
}

/** As browsers write it; undefined for what is no host name alone. */
function asciiDomain(text: string): string | undefined {
  if (/[\s/\\?#%:@[\]]/.test(text)) return undefined
  try {
    return new URL(`http://${text}`).hostname
  } catch {
    return undefined
  }
}
