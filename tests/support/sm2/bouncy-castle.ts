/** BouncyCastle as a judge of what is signed with SM2. */
import { fileURLToPath } from 'node:url';
import { BOUNCY_CASTLE } from '../../../scripts/test-tools/tools.mjs';
import { outputOf } from '../programs.js';

export type Question =
  /** SubjectPublicKeyInfo, data and signature value. */
  | readonly ['value', Uint8Array, Uint8Array, Uint8Array]
  /** What is signed, and the certificate of who signed it; of a ContentInfo, its detached content. */
  | readonly ['certificate' | 'crl' | 'ocsp' | 'cms', Uint8Array, Uint8Array];

const judge = fileURLToPath(new URL('./Sm2Judge.java', import.meta.url));

/** Whether each of them is rightly signed. */
export function judgedByBouncyCastle(questions: readonly Question[]): readonly boolean[] {
  const lines = questions.map(([kind, ...parts]) =>
    [kind, ...parts.map((part) => Buffer.from(part).toString('hex'))].join(' '),
  );
  const answers = outputOf('java', ['-cp', BOUNCY_CASTLE.join(':'), judge], {
    input: `${lines.join('\n')}\n`,
  });
  return answers.split('\n', questions.length).map((answer) => answer === 'right');
}
