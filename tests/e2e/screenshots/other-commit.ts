import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { root } from '../../tidy/source.ts'

const run = (cwd: string, command: string, ...args: readonly string[]): void => {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Takes the wanted pictures of another commit, built in a worktree of its own, with the tests of this tree. */
export function takePicturesOf(commit: string, folder: string, names: readonly string[]): void {
  const tree = join(scratchFolder(), 'tree')
  run(root, 'git', 'worktree', 'add', '--detach', tree, commit)
  try {
    rmSync(join(tree, 'tests'), { recursive: true })
    cpSync(join(root, 'tests'), join(tree, 'tests'), { recursive: true })
    if (hasSamePackages(tree)) symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
    run(tree, process.execPath, 'src/tools/prepare.mjs')
    const program = join(tree, 'tests/e2e/screenshots/run.ts')
    execFileSync(process.execPath, [program, ...names, '--into', folder], { cwd: tree, stdio: 'inherit' })
  } finally {
    run(root, 'git', 'worktree', 'remove', '--force', tree)
  }
}

const hasSamePackages = (tree: string): boolean =>
  existsSync(join(root, 'node_modules')) &&
  readFileSync(join(tree, 'package-lock.json')).equals(readFileSync(join(root, 'package-lock.json')))
