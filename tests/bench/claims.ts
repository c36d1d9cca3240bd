/** Rewards over HTTP against a server process: users start and end mining runs, each answered after its commit. */

import { rmSync } from 'node:fs'
import { api, TOKEN_HEADER } from '../../src/contract/api.ts'
import type { Tokens } from '../../src/contract/auth/views.ts'
import type { Call } from '../../src/contract/call.ts'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { freePort, startServer } from '../fixtures/server-process.ts'
import { type Bench, busySeconds, percentile, type Row, usageOf } from './statistics.ts'

const USERS = 30
const SECONDS = 15
const WARM_SECONDS = 3

export const benchClaims: Bench = {
  includes: `${USERS} users beside demo traders, each with one request at a time: start mining, end mining; HTTP, commit in PostgreSQL, read models; generator on the same cores`,
  async run() {
    const folder = scratchFolder()
    const server = await startServer(folder, await freePort())
    const pid = server.child.pid ?? 0
    try {
      const users = await Promise.all(Array.from({ length: USERS }, (_, user) => join(server.address, user)))
      await load(users, WARM_SECONDS)
      const before = [usageOf(pid).seconds, usageOf(process.pid).seconds, busySeconds()] as const
      const latencies = await load(users, SECONDS)
      const [own, generator] = [usageOf(pid).seconds - before[0], usageOf(process.pid).seconds - before[1]]
      const share = (seconds: number): number => Math.round((seconds / SECONDS) * 100)
      const row: Row = {
        'claims/s': Math.round(latencies.length / 2 / SECONDS),
        'requests/s': Math.round(latencies.length / SECONDS),
        'p50 ms': percentile(latencies, 50),
        'p99 ms': percentile(latencies, 99),
        'server CPU %': share(own),
        'generator CPU %': share(generator),
        'other CPU %': share(busySeconds() - before[2] - own - generator),
      }
      return [row]
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

type Post = <Body>(call: Call<Body, unknown>, body: Body) => Promise<unknown>

async function join(address: string, number: number): Promise<Post> {
  const post =
    (access: string): Post =>
    async ({ base, path }, body) => {
      const headers = { 'content-type': 'application/json', [TOKEN_HEADER]: `Bearer ${access}` }
      const reply = await fetch(address + base + path, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
      return reply.json()
    }
  const account = { email: `claims-${number}@example.com`, password: 'correct horse', referrer_uid: null }
  const { access } = (await post('')(api.register, account)) as Tokens
  return post(access)
}

/** The latencies of all requests in milliseconds. */
async function load(users: readonly Post[], seconds: number): Promise<number[]> {
  const latencies: number[] = []
  const end = performance.now() + seconds * 1_000
  await Promise.all(
    users.map(async (post) => {
      while (performance.now() < end)
        for (const call of [api.startMining, api.endMining]) {
          const start = performance.now()
          await post(call, {})
          latencies.push(performance.now() - start)
        }
    }),
  )
  return latencies
}
