// Verifies with pdfsig (poppler), which is independent of this service.
import { spawnSync } from 'node:child_process';

/** Prints its result; throws unless all signatures are valid and the last one covers the whole document. */
export function checkSignatures(file, expected) {
  const result = spawnSync('pdfsig', [file], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  if (result.error !== undefined) {
    console.log('    pdfsig 未安装 / not installed: apt-get install poppler-utils, brew install poppler');
    return;
  }
  console.log(result.stdout.trimEnd().replace(/^/gm, '    '));
  const valid = result.stdout.match(/Signature is Valid/g)?.length ?? 0;
  const last = result.stdout.slice(result.stdout.lastIndexOf('Signature #'));
  if (valid !== expected || !last.includes('Total document signed')) {
    throw new Error(
      `pdfsig does not find ${expected} valid signatures, the last one over the whole document`,
    );
  }
  console.log(
    `    ${expected} 个签名均有效，最后一个覆盖整个文件 / ${expected} valid signatures, the last over the whole document`,
  );
  console.log(
    '    沙箱的根证书不在系统信任列表中 / the sandbox has a root certificate of its own, so it is not trusted',
  );
}
