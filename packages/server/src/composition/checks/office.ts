import type { Containment } from '@cinnabar/pdf/containment/containment.js';
import { officeConverterKind } from '../../providers/office/choose-office-converter.js';
import { RemoteConverter } from '../../providers/office/remote-converter.js';
import type { Config } from '../../settings/config.js';
import { error, type Finding, messageOf, ok, warn } from './finding.js';

const PACKAGES = 'apt-get install libreoffice-writer-nogui python3-uno';

/** Checks the converter of office documents. */
export async function checkOffice(
  { officeConverterUrl }: Config,
  containment: Containment,
): Promise<Finding> {
  switch (await officeConverterKind(officeConverterUrl, containment)) {
    case 'remote':
      return checkRemote(officeConverterUrl ?? '');
    case 'libreoffice-kept-running':
      return ok('office-documents', 'LibreOffice, kept running');
    case 'libreoffice-one-shot':
      return warn(
        'office-documents',
        'LibreOffice is started anew for every document, because no Python here has its module uno',
        'apt-get install python3-uno',
      );
    case 'libreoffice-refused':
      return warn(
        'office-documents',
        'LibreOffice cannot be isolated from the network on this machine: doc, docx, odt and rtf are refused',
        'see the finding "parsers", or set OFFICE_CONVERTER_URL',
      );
    case 'none':
      return warn(
        'office-documents',
        'LibreOffice is not installed: doc, docx, odt and rtf are refused; PDF, pictures and text are taken',
        `${PACKAGES}, or brew install --cask libreoffice, or set OFFICE_CONVERTER_URL`,
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
    await converter.toPdf(SAMPLE, 'rtf');
    return ok('office-documents', `converted by ${host}`);
  } catch (thrown) {
    const remedy = 'correct OFFICE_CONVERTER_URL, or let this machine reach it; see docs/providers/office.md';
    return error('office-documents', `${host}: ${messageOf(thrown)}`, remedy);
  } finally {
    await converter.close();
  }
}
