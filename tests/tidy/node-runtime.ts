// The Node of the project is found by src/tools/find-node.mjs only: npm 9 and 10 delete its entry among the programs.
import type { Finding } from './source.ts'

const launchers =
  /^(exec )?node src\/tools\/(prepare\.mjs( --packages)?|run\.mjs( (\S+\.(ts|js)|\S+\/bin\/\w+)( .*)?)?)$/

/** `exec` is for programs that npm stops with a signal. Windows does not know it, so a script before it ends there first. */
export const checkScripts = (scripts: Readonly<Record<string, string>>): readonly Finding[] =>
  Object.entries(scripts)
    .filter(
      ([name, script]) =>
        !script.split(' && ').every((command) => launchers.test(command)) ||
        (script.startsWith('exec ') && scripts[`pre${name}`] === undefined),
    )
    .map(([name]) => ({ path: 'package.json', line: 1, what: `script ${name}: write node src/tools/run.mjs FILE` }))

/** The folder of programs, as a path or as a part of one. */
const programs = /\.bin\/node\b|['"`]\.bin['"`]/

export const checkProgramNames = (path: string, text: string): readonly Finding[] =>
  path.startsWith('tests/tidy/')
    ? []
    : text.split('\n').flatMap((line, index) =>
        programs.test(line)
          ? [
              {
                path,
                line: index + 1,
                what: 'names a program of packages: use process.execPath, or src/tools/run.mjs',
              },
            ]
          : [],
      )
