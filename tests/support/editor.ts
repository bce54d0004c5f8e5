import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './documentation.js';

/** What an editor shows: TypeScript's language server on a folder. */
export interface Editor {
  /** The text at the pointer over the first occurrence of a word in a file, or over the one after a text. */
  hover(file: string, word: string, after?: string): Promise<string>;
  close(): void;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: { readonly contents?: { readonly value?: string } } | null;
}

export async function openEditor(folder: string): Promise<Editor> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const server = spawn(process.execPath, [compiler, '--lsp', '--stdio'], { cwd: folder });
  const ended = new Promise<never>((_resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`the language server ended with ${code}`)));
  });
  // Whoever asks hears of it.
  ended.catch(() => undefined);
  const waiting = new Map<number, (message: Message) => void>();
  readMessages(server, (message) => {
    if (message.id === undefined) return;
    // What the server asks of the editor, such as its settings, has no answer here.
    if (message.method !== undefined) write(server, { id: message.id, result: null });
    else waiting.get(message.id)?.(message);
  });
  let asked = 0;
  function ask(method: string, params: object): Promise<Message> {
    asked += 1;
    const id = asked;
    const answered = new Promise<Message>((resolve) => waiting.set(id, resolve));
    write(server, { id, method, params });
    return Promise.race([answered, ended]);
  }
  const capabilities = { textDocument: { hover: { contentFormat: ['plaintext'] } } };
  await ask('initialize', { processId: process.pid, rootUri: pathToFileURL(folder).href, capabilities });
  write(server, { method: 'initialized', params: {} });
  const opened = new Set<string>();

  return {
    async hover(file, word, after = '') {
      const text = await readFile(join(folder, file), 'utf8');
      const uri = pathToFileURL(join(folder, file)).href;
      if (!opened.has(file)) {
        const textDocument = { uri, languageId: 'typescript', version: 1, text };
        write(server, { method: 'textDocument/didOpen', params: { textDocument } });
        opened.add(file);
      }
      const from = text.indexOf(after);
      const at = text.indexOf(word, from + after.length);
      if (from === -1 || at === -1) throw new Error(`${file} has no ${word} after ${after}`);
      const above = text.slice(0, at).split('\n');
      const position = { line: above.length - 1, character: above.at(-1)?.length ?? 0 };
      const { result } = await ask('textDocument/hover', { textDocument: { uri }, position });
      return result?.contents?.value ?? '';
    },
    close() {
      server.kill('SIGKILL');
    },
  };
}

function write(server: ChildProcessWithoutNullStreams, message: object): void {
  const text = JSON.stringify({ jsonrpc: '2.0', ...message });
  server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
}

function readMessages(server: ChildProcessWithoutNullStreams, take: (message: Message) => void): void {
  let pending = Buffer.alloc(0);
  server.stdout.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      const end = pending.indexOf('\r\n\r\n');
      const length = Number(/Content-Length: (\d+)/i.exec(pending.subarray(0, end).toString())?.[1]);
      if (end === -1 || pending.length < end + 4 + length) return;
      const message: Message = JSON.parse(pending.subarray(end + 4, end + 4 + length).toString());
      pending = pending.subarray(end + 4 + length);
      take(message);
    }
  });
}
