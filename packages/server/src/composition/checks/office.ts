import type { Containment } from '@cinnabar/pdf/containment/containment.js';
import { officeConverterKind } from '../../providers/office/choose-office-converter.js';
import { RemoteConverter } from '../../providers/office/remote-converter.js';
import type { Config } from '../../settings/config.js';
import { error, type Finding, messageOf, ok, run, same, type Words, warn } from './finding.js';

/** Checks the converter of office documents. */
export async function checkOffice(
  { officeConverterUrl }: Config,
  containment: Containment,
): Promise<Finding> {
  switch (await officeConverterKind(officeConverterUrl, containment)) {
    case 'remote':
      return checkRemote(officeConverterUrl ?? '');
    case 'libreoffice-kept-running':
      return ok('office-documents', { zh: 'LibreOffice，常驻运行', en: 'LibreOffice, kept running' });
    case 'libreoffice-one-shot':
      return warn(
        'office-documents',
        {
          zh: '本机的 Python 没有 uno 模块，每转换一份文件都要重新启动 LibreOffice',
          en: 'LibreOffice is started anew for every document, because no Python here has its module uno',
        },
        run('apt-get install python3-uno'),
      );
    case 'libreoffice-refused':
      return warn(
        'office-documents',
        {
          zh: '本机无法将 LibreOffice 与网络隔离，因此不接受 doc、docx、odt 和 rtf 文件',
          en: 'LibreOffice cannot be isolated from the network on this machine: doc, docx, odt and rtf are refused',
        },
        {
          zh: '按“文件解析的隔离”一项处理，或设置 OFFICE_CONVERTER_URL',
          en: 'see the finding "parsers", or set OFFICE_CONVERTER_URL',
        },
      );
    case 'none':
      return warn(
        'office-documents',
        {
          zh: '未安装 LibreOffice，因此不接受 doc、docx、odt 和 rtf 文件，仍接受 PDF、图片和文本文件',
          en: 'LibreOffice is not installed: doc, docx, odt and rtf are refused; PDF, pictures and text are taken',
        },
        run('apt-get install libreoffice-writer-nogui python3-uno', {
          zh: ' 或 brew install --cask libreoffice，或设置 OFFICE_CONVERTER_URL',
          en: ', or brew install --cask libreoffice, or set OFFICE_CONVERTER_URL',
        }),
      );
  }
}

const SAMPLE = Buffer.from('{\\rtf1\\ansi a contract}');
const DEADLINE_MS = 20_000;

/** Has the service convert one line. Its address may contain a password. */
async function checkRemote(url: string): Promise<Finding> {
  const { host } = new URL(url);
  const converter = new RemoteConverter({ url, processes: 1, deadline: DEADLINE_MS });
  try {
    return await checkConversion(same(host), (sample) => converter.toPdf(sample, 'rtf'));
  } finally {
    await converter.close();
  }
}

/** Has one line converted. */
export async function checkConversion(
  name: Words,
  toPdf: (sample: Uint8Array) => Promise<Uint8Array>,
): Promise<Finding> {
  try {
    await toPdf(SAMPLE);
    return ok('office-documents', { zh: `由 ${name.zh} 转换`, en: `converted by ${name.en}` });
  } catch (thrown) {
    const cause = messageOf(thrown);
    return error(
      'office-documents',
      { zh: `${name.zh} 未能转换：${cause}`, en: `${name.en}: ${cause}` },
      {
        zh: '更正 OFFICE_CONVERTER_URL，或让本机能够访问该地址，参见 docs/zh-CN/providers/office.md',
        en: 'correct OFFICE_CONVERTER_URL, or let this machine reach it; see docs/providers/office.md',
      },
    );
  }
}
