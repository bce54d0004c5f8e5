import { chooseContainment } from '@cinnabar/pdf/containment/choose-containment.js';
import { findLibreOffice } from '@cinnabar/server/providers/office/find-libreoffice.js';
import { isolationBy } from '@cinnabar/server/providers/office/isolation.js';

/** LibreOffice with UNO, and how it is cut off from the network. Suites that call this carry the tag `libreoffice`. */
export async function installedLibreOffice() {
  const installed = await findLibreOffice();
  if (installed === null || installed.python === null) throw new Error('LibreOffice with UNO is needed here');
  const isolation = await isolationBy(await chooseContainment('auto', null));
  if (isolation === null) throw new Error('LibreOffice can be cut off from the network nowhere here');
  return { soffice: installed.soffice, python: installed.python, isolation };
}
