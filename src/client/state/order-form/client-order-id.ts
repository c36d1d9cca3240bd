/** A new idempotency key. `crypto.randomUUID` exists on secure pages only, random bytes everywhere. */
export function clientOrderId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
