/**
 * Devices that logged in to an account before. Each has a signed token per account, which is revoked when
 * `credentials_version` changes. A device keeps its id: renewed tokens do not replenish its rate limits.
 */

import { jwtVerify, SignJWT } from 'jose'
import { isUuid } from '../../contract/ids.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { User } from '../users/user-row.ts'
import type { SignedInUser } from './access-tokens.ts'

/** The session in which the device first logged in to the account. */
export type DeviceId = string

type Owner = Pick<User, 'id' | 'credentials_version'>

export type KnownDevices = {
  /** The ids in all valid tokens, also those of other accounts and revoked ones. */
  idsOf(device: Pick<ClientDevice, 'tokens'>): Promise<readonly DeviceId[]>
  /** Undefined if the device is unknown to the account, or its token is revoked. */
  find(user: Owner, device: Pick<ClientDevice, 'tokens'>): Promise<DeviceId | undefined>
  /** Makes the device known to the user of this session. */
  remember(session: Pick<SignedInUser, 'session'>, user: Owner, device: ClientDevice): Promise<void>
  /** Keeps a known device known after a change of credentials. `before` is the user before the change. */
  renew(before: Owner, device: ClientDevice): Promise<void>
}

type Claims = { readonly user: string; readonly device: DeviceId; readonly version: number }

const TYPE = 'device+jwt'
/** Tokens of other accounts that a browser keeps. */
const MAX_OTHERS = 4

export function openKnownDevices(secret: Uint8Array): KnownDevices {
  /** The valid tokens of a device, revoked ones included. */
  async function validTokens({ tokens }: Pick<ClientDevice, 'tokens'>) {
    const read = await Promise.all(tokens.map(async (token) => ({ token, claims: await claimsOf(token, secret) })))
    return read.flatMap(({ token, claims }) => (claims === undefined ? [] : [{ token, ...claims }]))
  }

  const devices: KnownDevices = {
    idsOf: async (device) => (await validTokens(device)).map((token) => token.device),
    async find({ id, credentials_version }, device) {
      const known = (await validTokens(device)).find(({ user }) => user === id)
      return known?.version === credentials_version ? known.device : undefined
    },
    async renew(before, device) {
      const session = await devices.find(before, device)
      const { id, credentials_version } = before
      if (session !== undefined)
        await devices.remember({ session }, { id, credentials_version: credentials_version + 1 }, device)
    },
    async remember({ session }, { id, credentials_version }, device) {
      const tokens = await validTokens(device)
      const own = tokens.find(({ user }) => user === id)
      if (own?.version === credentials_version) return
      const token = await new SignJWT({ did: own?.device ?? session, ver: credentials_version })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE })
        .setSubject(id)
        .sign(secret)
      const others = tokens.filter(({ user }) => user !== id).slice(0, MAX_OTHERS)
      device.remember([token, ...others.map((other) => other.token)])
    },
  }
  return devices
}

/** Undefined for any invalid token. */
async function claimsOf(token: string, secret: Uint8Array): Promise<Claims | undefined> {
  try {
    const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'], typ: TYPE })
    const { sub: user, did: device, ver: version } = payload
    if (typeof user !== 'string' || typeof device !== 'string' || !isUuid(device)) return undefined
    return typeof version === 'number' ? { user, device, version } : undefined
  } catch {
    return undefined
  }
}
