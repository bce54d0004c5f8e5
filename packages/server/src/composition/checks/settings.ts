import { statSync } from 'node:fs';
import { type Config, InvalidSetting } from '../../settings/config.js';
import { readConfig } from '../../settings/read-config.js';
import { isLoopback } from '../../settings/safe-settings.js';
import { error, type Finding, ok, run, type Words, warn } from './finding.js';

export interface CheckedSettings {
  /** null if a setting is invalid: nothing else can be checked then. */
  readonly config: Config | null;
  readonly findings: readonly Finding[];
}

type Environment = Readonly<Record<string, string | undefined>>;

export function checkSettings(environment: Environment): CheckedSettings {
  try {
    const config = readConfig(environment);
    return { config, findings: inspectSettings(config, environment) };
  } catch (thrown) {
    if (!(thrown instanceof InvalidSetting)) throw thrown;
    const message = { zh: `设置有误：${thrown.message}`, en: thrown.message };
    const remedy = { zh: '在环境变量或 .env 中更正', en: 'correct it in the environment or in .env' };
    return { config: null, findings: [error('settings', message, remedy)] };
  }
}

export function inspectSettings(config: Config, environment: Environment): readonly Finding[] {
  return [ok('settings', summaryOf(config)), ...likelyMistakes(config, environment)];
}

function summaryOf({ mode, role, baseUrl, timeZone }: Config): Words {
  return {
    zh: `模式 ${mode}，角色 ${role}，访问地址 ${baseUrl}，时区 ${timeZone}`,
    en: `mode ${mode}, role ${role}, base URL ${baseUrl}, time zone ${timeZone}`,
  };
}

/** Settings that are valid but probably mistakes. */
function likelyMistakes(config: Config, environment: Environment): readonly Finding[] {
  return [
    ...(config.mode === 'sandbox' ? checkExposure(config) : checkKeyPlace(environment)),
    ...checkProxy(config),
  ];
}

/** Source of the master key. */
function checkKeyPlace({ MASTER_KEY: key, MASTER_KEY_FILE: file }: Environment): readonly Finding[] {
  if (key?.trim()) {
    return [
      warn(
        'master-key-place',
        {
          zh: 'MASTER_KEY 写在启动服务的环境变量中，服务运行期间始终可以读到',
          en: 'MASTER_KEY stays readable in the environment that the service was started with, as long as it runs',
        },
        {
          zh: '将密钥存入只有服务账号可读的文件，并在 MASTER_KEY_FILE 中填写该文件的路径',
          en: 'put the key into a file that only the account of the service may read, and name it in MASTER_KEY_FILE',
        },
      ),
    ];
  }
  if (!file?.trim() || process.platform === 'win32' || (statSync(file.trim()).mode & 0o007) === 0) return [];
  const message = {
    zh: `本机的所有账号都可以读取 ${file}`,
    en: `every account of this machine may read ${file}`,
  };
  return [warn('master-key-place', message, run(`chmod 400 ${file}`))];
}

function checkExposure({ host, baseUrl }: Config): readonly Finding[] {
  const { hostname } = new URL(baseUrl);
  const open = [host, hostname].find((name) => !isLoopback(name));
  if (open === undefined) return [];
  return [
    warn(
      'exposure',
      {
        zh: `沙箱可通过 ${open} 访问，能访问的人都可以读取验证码、调整沙箱时钟`,
        en: `the sandbox is reached as ${open}: whoever reaches it reads verification codes and moves its clock`,
      },
      {
        zh: '设置 HOST=127.0.0.1 并去掉 BASE_URL；不是试用时，设置 MODE=production',
        en: 'set HOST=127.0.0.1 and leave BASE_URL out, or MODE=production for anything that is not a trial',
      },
    ),
  ];
}

/** The service speaks plain http, so an https base URL implies a proxy. */
function checkProxy({ baseUrl, trustProxy }: Config): readonly Finding[] {
  if (trustProxy || !baseUrl.startsWith('https://')) return [];
  return [
    warn(
      'trust-proxy',
      {
        zh: `${baseUrl} 经过反向代理，所有客户端都显示为代理的地址，限流和证据中的地址都不起作用`,
        en: `${baseUrl} leads through a reverse proxy, whose address all clients seem to have: limits and evidence are of no use`,
      },
      {
        zh: '前面恰有一层代理设置 X-Forwarded-For 时，设置 TRUST_PROXY=true',
        en: 'set TRUST_PROXY=true where exactly one proxy sets X-Forwarded-For',
      },
    ),
  ];
}
