import { LinkGate } from '../link/link-gate.js';

export default function SignPage() {
  return (
    <LinkGate>
      <p>sign</p>
    </LinkGate>
  );
}
