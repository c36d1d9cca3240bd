import { expect, test } from 'vitest'
import { hideSocketToken, openLog } from '../../../src/server/runtime/log.ts'

function linesOf(write: (log: ReturnType<typeof openLog>) => void): string {
  const lines: string[] = []
  write(openLog('info', { write: (line) => lines.push(line) }))
  return lines.join('')
}

test('The log omits headers that contain tokens', () => {
  const secret = 'Bearer s3cret'
  const headers = {
    authorization: secret,
    cookie: secret,
    'telegram-init-data': secret,
    'telegram-webview-data': secret,
    accept: 'text/html',
  }
  const written = linesOf((log) => {
    log.info({ headers })
    log.info(headers)
    log.info({ request: { headers } })
    log.info({ req: { method: 'GET', url: '/', headers } })
  })
  expect(written).not.toContain('s3cret')
  expect(written).toContain('text/html')
})

test('The log omits secrets of request bodies', () => {
  const body = { email: 'ann@example.org', password: 's3cret', refresh: 's3cret', init_data: 's3cret' }
  const written = linesOf((log) => {
    log.info(body)
    log.info({ body })
    log.info({ request: { body } })
  })
  expect(written).not.toContain('s3cret')
  expect(written).toContain('ann@example.org')
})

test('The log writes socket URLs without their token', () => {
  expect(hideSocketToken('/ws/charts/1/Bearer_s3cret/')).toBe('/ws/charts/1/-/')
  expect(hideSocketToken('/ws/charts/1/Bearer%5Fs3cret')).toBe('/ws/charts/1/-/')
  expect(hideSocketToken('/ws/charts/1/a/s3cret?b=s3cret')).toBe('/ws/charts/1/-/')
  expect(hideSocketToken('//ws//charts//1//s3cret')).toBe('//ws//charts//1//-/')
  expect(hideSocketToken('/api/orders/?status=open')).toBe('/api/orders/?status=open')
  const written = linesOf((log) => log.info({ req: { method: 'GET', url: '/ws/charts/1/s3cret/' } }))
  expect(written).not.toContain('s3cret')
})
