import { texts, useTexts } from '../text/language.js';

const codeTexts = texts(
  { hint: '沙箱不发短信，验证码见 /sandbox/sms?mobile=手机号' },
  { hint: 'The sandbox sends no texts: the code is at /sandbox/sms?mobile=NUMBER' },
);

export default function SandboxCodeWords() {
  const t = useTexts(codeTexts);
  return <p className="m-0 mb-2 text-small text-n-500 names">{t.hint}</p>;
}
