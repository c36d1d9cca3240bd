/** The files of `src/ops/cluster`: alike where they must be, with what keeps answered orders, and accepted by their programs. */

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refusalText, refuse } from '../../src/contract/refusals.ts'
import { createStatements } from '../fixtures/patroni-cluster.ts'
import { root } from './source.ts'

const OPS = join(root, 'src/ops/cluster')
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
const page = textOf('src/docs/cluster.md')
const [etcd, patroni, haproxy, stunnel] = ['etcd', 'patroni.yml', 'haproxy.cfg', 'stunnel.conf'].map((name) =>
  textOf(`src/ops/cluster/${name}`),
)
/** The settings that the page writes into server.env. */
const settings = new Map([...page.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))

test('The page about three machines has at most 150 lines and names each file of src/ops/cluster', () => {
  expect(page.split('\n').length).toBeLessThanOrEqual(151)
  const names = readdirSync(OPS)
  expect(names.toSorted()).toEqual(['etcd', 'haproxy.cfg', 'patroni.yml', 'stunnel.conf', 'tern-signer-tls.service'])
  expect(names.filter((name) => !page.includes(`src/ops/cluster/${name}`))).toEqual([])
})

test('Patroni lets no commit be answered before a second server has it', () => {
  expect(patroni).toMatch(/^ {4}synchronous_mode: true$/m)
  expect(patroni).toMatch(/^ {4}synchronous_mode_strict: true$/m)
  expect(settings.get('JOURNAL_COPIES')).toBe('2')
})

test('etcd, Patroni, HAProxy and the exchange name the same addresses, ports and password', () => {
  const hosts = [1, 2, 3].map((number) => `10.0.0.${number}`)
  expect(patroni).toContain(`hosts: [${hosts.map((host) => `${host}:2379`).join(', ')}]`)
  expect(etcd).toContain(
    `ETCD_INITIAL_CLUSTER=${hosts.map((host, index) => `db${index + 1}=http://${host}:2380`).join(',')}`,
  )
  const url = settings.get('DATABASE_URL') ?? ''
  expect(url).toContain(`@${hosts.map((host) => `${host}:5432`).join(',')}/tern`)
  const [, password = ''] = /password '(\S+)'/.exec(page) ?? []
  expect([url.includes(`:${password}@`), patroni?.includes(`password: ${password}`)]).toEqual([true, true])
  const caddy = textOf('src/ops/Caddyfile')
  const bind = /^ {4}bind (\S+)$/m.exec(haproxy ?? '')?.[1]
  const proxied = /reverse_proxy (\S+)/.exec(caddy)?.[1]
  expect(page).toContain(`write \`${bind}\` in place of \`${proxied}\``)
  const port = /^#PORT=(\d+)$/m.exec(textOf('.env.example'))?.[1]
  for (const [index, host] of hosts.slice(0, 2).entries())
    expect(haproxy).toContain(`server tern${index + 1} ${host}:${port}`)
})

test('The page creates the user and the database that its DATABASE_URL names', () => {
  const [, password = ''] = /\/\/tern:([^@]+)@/.exec(settings.get('DATABASE_URL') ?? '') ?? []
  expect(createStatements(page)).toEqual([`create user tern password '${password}'`, 'create database tern owner tern'])
})

test('The settings that the page writes have no comment behind the value, which systemd would keep', () => {
  expect([...settings.values()].filter((value) => /[\s#]/.test(value))).toEqual([])
})

test('stunnel takes only the certificates of the servers, at the address that they use, for the socket of the signer', () => {
  expect(stunnel).toMatch(/^verifyPeer = yes$/m)
  expect(settings.get('SIGNER_URL')).toBe(`tls://${/^accept = (.*)$/m.exec(stunnel ?? '')?.[1]}`)
  const socket = /^SIGNER_SOCKET=(.*)$/m.exec(textOf('README.md'))?.[1]
  expect(stunnel).toContain(`connect = ${socket}\n`)
})

test('The settings that the page writes are settings of .env.example', () => {
  const example = textOf('.env.example')
  expect(settings.size).toBeGreaterThan(4)
  expect([...settings.keys()].filter((name) => !example.includes(`#${name}=`))).toEqual([])
})

test('HAProxy answers like the exchange while no process leads', () => {
  const body = JSON.stringify({ detail: refusalText(refuse('UNAVAILABLE')), code: 'UNAVAILABLE' })
  const line = `http-error status 503 content-type application/json string '${body}' hdr Retry-After 1`
  expect(haproxy?.match(/^ *http-error .*$/gm)).toEqual([`    ${line}`])
})

test('HAProxy accepts its file, where it is installed', () => {
  const { error, status, stderr } = spawnSync('haproxy', ['-c', '-f', join(OPS, 'haproxy.cfg')], { encoding: 'utf8' })
  if (error === undefined) expect(status === 0 ? '' : stderr).toBe('')
})
