import { randomBytes } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { diskSpace } from '../../storage/disk-space.js';
import { error, type Finding, messageOf, ok, run, warn } from './finding.js';

const MEBIBYTE = 1024 * 1024;
/** Below this, the database may soon fail to write. */
const TOO_LITTLE_MIB = 200;
const LITTLE_MIB = 2_048;

/** Checks that the data folder, or its future location, is writable, private and has space. */
export async function checkDataDir(dataDir: string): Promise<readonly Finding[]> {
  const folder = resolve(dataDir);
  const there = await isFolder(folder);
  const probed = there ? folder : await nearestFolder(folder);
  return [
    await checkWritable(folder, probed, there),
    ...(there ? await checkPrivate(folder) : []),
    await checkSpace(probed),
  ];
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

async function nearestFolder(path: string): Promise<string> {
  const parent = dirname(path);
  return parent === path || (await isFolder(parent)) ? parent : nearestFolder(parent);
}

async function checkWritable(folder: string, probed: string, there: boolean): Promise<Finding> {
  const probe = join(probed, `.cinnabar-doctor-${randomBytes(6).toString('hex')}`);
  try {
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
    await rm(probe);
    return ok(
      'data-dir',
      there
        ? { zh: `${folder} 可写`, en: `${folder} can be written` }
        : { zh: `${folder} 将在首次启动时创建`, en: `${folder} will be made at the first start` },
    );
  } catch (thrown) {
    const cause = messageOf(thrown);
    return error(
      'data-dir',
      { zh: `${probed} 不可写：${cause}`, en: `${probed} cannot be written: ${cause}` },
      {
        zh: '将该目录的属主改为运行服务的账号，或通过 DATA_DIR 指定其他目录',
        en: 'give it to the account of the service, or choose another DATA_DIR',
      },
    );
  }
}

async function checkPrivate(folder: string): Promise<readonly Finding[]> {
  const { mode } = await stat(folder);
  if (process.platform === 'win32' || (mode & 0o077) === 0) return [];
  const message = {
    zh: `本机的其他账号可以访问 ${folder}`,
    en: `other accounts of this machine may look into ${folder}`,
  };
  return [warn('data-dir-access', message, run(`chmod 700 ${folder}`))];
}

async function checkSpace(folder: string): Promise<Finding> {
  const free = Math.floor((await diskSpace(folder)).free / MEBIBYTE);
  const size = `${free.toLocaleString('en-US')} MiB`;
  const message = { zh: `${folder} 所在磁盘剩余 ${size}`, en: `${size} free on the disk of ${folder}` };
  const remedy = {
    zh: '清理磁盘空间，或通过 DATA_DIR 改用其他磁盘上的目录',
    en: 'make room, or choose a DATA_DIR on another disk',
  };
  if (free < TOO_LITTLE_MIB) return error('disk-space', message, remedy);
  return free < LITTLE_MIB ? warn('disk-space', message, remedy) : ok('disk-space', message);
}
