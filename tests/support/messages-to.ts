import { poolOf } from './app.js';
import { sentSoFar } from './jobs-done.js';

export interface SandboxMessage {
  readonly mobile: string;
  readonly smsType: string;
  readonly code: string | null;
  readonly text: string;
  readonly time: string;
}

/** Messages in the sandbox's outbox for a mobile, oldest first, with those of all earlier requests. */
export async function messagesTo(baseUrl: string, mobile: string): Promise<readonly SandboxMessage[]> {
  const pool = poolOf(baseUrl);
  if (pool !== undefined) await sentSoFar(pool);
  const response = await fetch(`${baseUrl}/sandbox/sms?mobile=${encodeURIComponent(mobile)}`);
  const { messages }: { messages: readonly SandboxMessage[] } = JSON.parse(await response.text());
  return messages;
}
