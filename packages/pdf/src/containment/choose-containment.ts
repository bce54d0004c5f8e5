import { access, constants, realpath } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { type Containment, isContaining, systemFolders } from './containment.js';
import { probe } from './probe.js';
import { programFolders } from './program-folders.js';

/**
 * `auto`: the strongest available isolation, or none with a warning. `required`: the service starts only with
 * isolation.
 */
export type ParserSandbox = 'auto' | 'required' | 'off';

const SEARCH_PATH = ['/usr/local/bin', '/usr/bin', '/bin'];
/** Constant while the process runs, and detecting it takes some tenths of a second. */
let held: Promise<Containment> | null = null;

/**
 * The first isolation mechanism that holds on this machine, verified by trying to escape from it.
 * @param dataDir a folder that no parser may read; a folder that contains the programs cannot be isolated; null: none
 */
export async function chooseContainment(
  setting: ParserSandbox,
  dataDir: string | null,
): Promise<Containment> {
  if (setting === 'off') return { kind: 'off' };
  held ??= firstThatHolds();
  const containment = await held;
  if (!isContaining(containment)) return containment;
  const around = dataDir === null ? null : await folderAround(dataDir);
  return around === null
    ? containment
    : {
        kind: 'none',
        reason: {
          zh: `DATA_DIR 位于解析程序必须可读的 ${around} 中`,
          en: `DATA_DIR is in ${around}, where parsers must be able to read`,
        },
      };
}

async function firstThatHolds(): Promise<Containment> {
  const { platform } = process;
  if (platform !== 'linux') {
    const reason = { zh: `没有适用于 ${platform} 的隔离机制`, en: `none is known for ${platform}` };
    return { kind: 'none', reason };
  }
  const [zh, en]: [string[], string[]] = [[], []];
  for (const [name, containment] of await candidates()) {
    const wrong = containment === null ? 'not installed' : await probe(containment);
    if (containment !== null && wrong === null) return containment;
    zh.push(containment === null ? `${name} 未安装` : `${name} 未能隔离：${wrong}`);
    en.push(`${name}: ${wrong}`);
  }
  return { kind: 'none', reason: { zh: zh.join('；'), en: en.join('; ') } };
}

async function candidates(): Promise<readonly (readonly [string, Containment | null])[]> {
  const [program, python] = [await find('bwrap'), await find('python3')];
  return [
    ['bubblewrap', program === null ? null : { kind: 'bubblewrap', program }],
    ['Landlock by Python 3', python === null ? null : { kind: 'landlock', python }],
  ];
}

async function find(name: string): Promise<string | null> {
  for (const folder of SEARCH_PATH) {
    const path = join(folder, name);
    const there = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (there) return path;
  }
  return null;
}

async function folderAround(dataDir: string): Promise<string | null> {
  const folder = await realpath(dataDir).catch(() => resolve(dataDir));
  const read = [...systemFolders(), ...programFolders()];
  return read.find((each) => !relative(each, folder).startsWith('..')) ?? null;
}
