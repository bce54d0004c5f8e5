import { Facts } from '../shared/components/facts.js';
import { money } from '../shared/format/money.js';
import { useTexts } from '../shared/text/language.js';
import { payTexts } from './pay-texts.js';

interface Props {
  readonly amount: number;
  readonly payeeName: string | null;
  readonly purpose: string;
  readonly remark?: string | null;
  readonly orderCode?: string;
}

/** Amount, payee and purpose. */
export function AmountHead({ amount, payeeName, purpose, remark = null, orderCode }: Props) {
  const t = useTexts(payTexts);
  return (
    <>
      <p className="figures mt-0 mb-6 text-amount font-semibold">{money(amount)}</p>
      <Facts
        facts={[
          [t.payee, payeeName ?? t.platform],
          [t.purpose, purpose],
          ...(remark === null || remark === '' ? [] : [[t.remark, remark] as const]),
          ...(orderCode === undefined ? [] : [[t.order, orderCode] as const]),
        ]}
      />
    </>
  );
}
