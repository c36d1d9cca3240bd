/**
 * A connection to the machine of the signer. Each side knows the certificate of the other one, and trusts no authority: neither
 * a name nor another certificate of the same authority is enough.
 */

import { X509Certificate } from 'node:crypto'
import { connect, type TLSSocket } from 'node:tls'

/** `certificate`: of the other side, in PEM. `identity`: the own certificate and its key, in PEM. */
export type TlsAddress = {
  readonly host: string
  readonly port: number
  readonly certificate: string
  readonly identity: string
}

/** `onOpen` is called when the other side has proved its certificate. */
export function connectPinned({ host, port, certificate, identity }: TlsAddress, onOpen: () => void): TLSSocket {
  const { fingerprint256: pinned } = new X509Certificate(certificate)
  const checkServerIdentity = (
    _: string,
    { fingerprint256 }: { readonly fingerprint256: string },
  ): Error | undefined =>
    fingerprint256 === pinned ? undefined : new Error('it has another certificate than that of SIGNER_CERT_FILE')
  const own = { cert: identity, key: identity, minVersion: 'TLSv1.3', rejectUnauthorized: true } as const
  return connect({ host, port, ca: certificate, ...own, checkServerIdentity }, onOpen)
}
