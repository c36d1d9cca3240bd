import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DEVICES, type Device } from './devices.ts'
import { DISPLAY, GUEST, type Shot, SIGNED_IN, WITH_2FA, wantedShots } from './shots.ts'

const DEVICE_PROGRAM = join(import.meta.dirname, 'device.ts')
const PRELOAD = join(import.meta.dirname, 'fixed-random.ts')
/** Each waits for its server and its browser in turn: with three, two cores are busy. */
const AT_ONCE = 3

const shotsOf = ({ profile }: Device): readonly Shot[] =>
  profile === undefined ? [...GUEST, ...SIGNED_IN, ...DISPLAY, ...WITH_2FA] : SIGNED_IN

/**
 * Replaces the folder by the pictures whose name, such as `home-phone-dark`, contains one of `names`; without names by all
 * of them. Returns false if one could not be taken; its error is on standard error.
 */
export async function takePictures(folder: string, names: readonly string[]): Promise<boolean> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const isWanted = (device: Device) => wantedShots(shotsOf(device), device.name, names).length > 0
  const waiting = DEVICES.filter(isWanted).map(({ name }) => name)
  if (waiting.length === 0) throw new Error(`no screenshot has a name with ${names.join(' or ')}`)
  const failed: string[] = []
  const takeNext = async (): Promise<void> => {
    for (let device = waiting.shift(); device !== undefined; device = waiting.shift())
      if (!(await runDevice(device, folder, names))) failed.push(device)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext))
  return failed.length === 0
}

function runDevice(device: string, folder: string, names: readonly string[]): Promise<boolean> {
  const args = ['--import', PRELOAD, DEVICE_PROGRAM, device, folder, ...names]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code === 0))
  })
}
