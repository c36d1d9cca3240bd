/** The runner on small projects of its own: what it repeats, what it counts, and that nothing is left running. */

import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { runTests } from './run-tests.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const PASSES = `test('passes', () => {})`

let folder = ''
beforeEach(() => {
  folder = scratchFolder()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Writes test files with these bodies, and the packages they need. */
function createProject(files: Readonly<Record<string, string>>): void {
  for (const [path, body] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    const imports = `import { beforeAll, describe, expect, test } from 'vitest'
      import { existsSync, writeFileSync } from 'node:fs'
      import { spawn } from 'node:child_process'`
    writeFileSync(join(folder, path), `${imports}\n${body}\n`)
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `export default { test: { projects: [{ test: { name: 'unit', include: ['**/*.test.ts'] } }] } }`,
  )
}

/** Gives the body a constant that is true in the first run only. */
const firstTime = (body: string): string =>
  `const mark = ${JSON.stringify(join(folder, 'mark'))}
   const isFirst = !existsSync(mark)
   writeFileSync(mark, '')
   ${body}`

const run = ({ strict = false, stop = new AbortController().signal } = {}) =>
  runTests({ args: ['--root', folder], env: {}, stop, strict, isSilent: true })

test('A file that fails once is run again alone, counts as passed once, and its first error is reported', async () => {
  createProject({
    'a.test.ts': PASSES,
    'b.test.ts': firstTime("test('one', () => {})\ntest('two', () => expect(isFirst).toBe(false))"),
  })
  const { passed, failures, repeated, files } = await run()
  expect([passed, failures, files.length]).toEqual([3, [], 2])
  expect(repeated).toEqual([
    {
      title: expect.stringMatching(/b\.test\.ts > two$/),
      message: expect.stringContaining('expected true to be false'),
    },
  ])
})

test('A file whose hook fails once is run again, and one that fails again has its error reported', async () => {
  createProject({
    'a.test.ts': `${firstTime('beforeAll(() => { if (isFirst) throw new Error("no server") })')}\n${PASSES}`,
    'b.test.ts': "test('wrong', () => expect(1).toBe(2))",
  })
  const { passed, failures, repeated } = await run()
  expect([passed, failures.map(({ title }) => title.replace(/.*\//, ''))]).toEqual([1, ['b.test.ts > wrong']])
  expect(repeated).toEqual([
    { title: expect.stringMatching(/a\.test\.ts$/), message: expect.stringContaining('no server') },
  ])
})

test('A file whose process crashes is run again alone, and its first error names the signal', async () => {
  const crash = 'if (isFirst) process.kill(process.pid, "SIGABRT")\nelse expect(1).toBe(1)'
  createProject({ 'a.test.ts': PASSES, 'b.test.ts': firstTime(`${PASSES}\ntest('two', () => { ${crash} })`) })
  const { passed, failures, repeated } = await run()
  expect([passed, failures]).toEqual([3, []])
  expect(repeated).toEqual([
    { title: expect.stringMatching(/b\.test\.ts$/), message: expect.stringContaining('signal SIGABRT') },
  ])
})

test('A strict run repeats nothing', async () => {
  createProject({ 'a.test.ts': firstTime("test('one', () => expect(isFirst).toBe(false))") })
  const { passed, failures, repeated } = await run({ strict: true })
  expect([passed, failures.length, repeated]).toEqual([0, 1, []])
})

test.each([
  ['a worker that exits', 'test("one", () => process.reallyExit(1))', /did not end|outside of tests/],
  ['an error outside of tests', `setTimeout(() => { throw new Error('late') })\n${PASSES}`, /late/],
  ['a file without a test', 'beforeAll(() => {})', /No test/],
])('A run with %s fails, although its other tests pass', async (_name, body, message) => {
  createProject({ 'a.test.ts': firstTime(`if (isFirst) { ${body} } else { ${PASSES} }`), 'b.test.ts': PASSES })
  const { failures, repeated } = await run()
  expect(failures.map((each) => each.message).join('\n')).toMatch(message)
  expect(repeated).toEqual([])
})

test('A run in which no file is found fails', async () => {
  createProject({})
  expect((await run()).failures).toHaveLength(1)
})

test('An interrupted run leaves no process of its tests', async () => {
  const pid = join(folder, 'pid')
  const start = `const child = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' })
    child.unref()
    writeFileSync(${JSON.stringify(pid)}, String(child.pid))`
  createProject({
    'a.test.ts': `test('never ends', () => new Promise(() => { ${start} }), 1e9)`,
  })
  const interrupt = new AbortController()
  const ended = run({ stop: interrupt.signal })
  await expect.poll(() => existsSync(pid) && readFileSync(pid, 'utf8') !== '').toBe(true)
  const sleeping = `/proc/${readFileSync(pid, 'utf8')}`
  expect(existsSync(sleeping)).toBe(process.platform === 'linux')
  interrupt.abort()
  expect((await ended).failures).toHaveLength(1)
  await expect.poll(() => existsSync(sleeping)).toBe(false)
})
