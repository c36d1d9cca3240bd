/** A Vitest reporter: writes what happened to the file that TEST_REPORT names, for `vitest-run.ts`. */

import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule, TestSpecification } from 'vitest/node'
import type { Failure, FileResult, Report } from './report.ts'

export default class RunReporter implements Reporter {
  #specified: readonly string[] = []
  readonly #collected: TestModule[] = []
  readonly #files = new Map<string, FileResult>()

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#specified = specifications.map(({ moduleId }) => pathOf(moduleId))
  }

  onTestModuleCollected(module: TestModule): void {
    this.#collected.push(module)
  }

  onTestModuleEnd(module: TestModule): void {
    const result = resultOf(module)
    this.#files.set(result.path, result)
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const file = process.env.TEST_REPORT
    if (file === undefined) return
    const others = errors.filter((error) => !this.#noteCrash(error))
    const report: Report = {
      files: [...this.#files.values()],
      missing: this.#specified.filter((path) => !this.#files.has(path)),
      errors: others.map((error) => [error.VITEST_TEST_PATH, messageOf(error)].filter(Boolean).join(': ')),
    }
    writeFileSync(file, JSON.stringify(report))
  }

  /** If a signal ended the process of a file: the file failed. Otherwise false. */
  #noteCrash(error: SerializedError): boolean {
    const message = (error.cause as SerializedError | undefined)?.message ?? ''
    const module = this.#collected.find(({ moduleId }) => message.endsWith(` while running test file ${moduleId}`))
    if (module === undefined || !/^Worker exited unexpectedly with signal /.test(message)) return false
    const { failures, ...result } = resultOf(module)
    const crash = { title: result.path, message }
    this.#files.set(result.path, { ...result, isOk: false, unfinished: 0, failures: [...failures, crash] })
    return true
  }
}

const pathOf = (moduleId: string): string => relative(process.cwd(), moduleId)

function resultOf(module: TestModule): FileResult {
  const path = pathOf(module.moduleId)
  const tests = [...module.children.allTests()]
  const state = (name: string) => tests.filter((test) => test.result().state === name)
  // A file that does not load, and a hook that fails: of the file or of a group in it.
  const outside = [module, ...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map((error): Failure => ({ title: path, message: messageOf(error) })),
  )
  const failures = state('failed').map((test): Failure => {
    const message = test.result().errors?.map(messageOf).join('\n') ?? ''
    return { title: `${path} > ${test.fullName}`, message }
  })
  const { duration, collectDuration, setupDuration } = module.diagnostic()
  return {
    path,
    project: module.project.name,
    isOk: module.ok() && outside.length === 0,
    tests: tests.length,
    passed: state('passed').length,
    unfinished: state('pending').length,
    failures: [...failures, ...outside],
    seconds: (duration + collectDuration + setupDuration) / 1_000,
  }
}

const messageOf = ({ message, stack }: SerializedError): string =>
  [message, ...(stack ?? '').split('\n').filter((line) => line.includes('/tests/'))].join('\n')
