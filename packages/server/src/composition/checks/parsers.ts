import type { Containment } from '@cinnabar/pdf/containment/containment.js';
import type { Config } from '../../settings/config.js';
import { error, type Finding, ok, type Words, warn } from './finding.js';

const CHECK = 'parsers';
const RISK = {
  zh: '文件一旦控制了解析程序，就能做服务能做的一切，并读取其密钥',
  en: 'a file that takes over what reads it can do all that the service can, and read its keys',
};

/** Checks the sandbox for parsers of untrusted bytes. */
export function checkParsers({ parserSandbox }: Config, containment: Containment): Finding {
  switch (containment.kind) {
    case 'bubblewrap':
      return ok(CHECK, isolatedBy('bubblewrap'));
    case 'landlock':
      return ok(CHECK, isolatedBy('Landlock'));
    case 'off':
      return warn(
        CHECK,
        {
          zh: `按 PARSER_SANDBOX 的设置未隔离：${RISK.zh}`,
          en: `not kept apart, as PARSER_SANDBOX says: ${RISK.en}`,
        },
        { zh: '设置 PARSER_SANDBOX=auto 或 required', en: 'set PARSER_SANDBOX=auto or required' },
      );
    case 'none': {
      const tell = parserSandbox === 'required' ? error : warn;
      const { zh, en } = containment.reason;
      return tell(
        CHECK,
        { zh: `未隔离（${zh}）：${RISK.zh}`, en: `not kept apart: ${RISK.en} (${en})` },
        {
          zh: '在允许用户命名空间的系统上执行 apt-get install bubblewrap，或在支持 Landlock 的内核（5.13 及以上）上安装 python3',
          en: 'apt-get install bubblewrap where user namespaces are allowed, or python3 on a kernel with Landlock (5.13)',
        },
      );
    }
  }
}

function isolatedBy(mechanism: string): Words {
  return {
    zh: `由 ${mechanism} 隔离：没有网络和环境变量，也读不到服务的文件`,
    en: `kept apart by ${mechanism}: no network, no environment, no files of the service`,
  };
}
