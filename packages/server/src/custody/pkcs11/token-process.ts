import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type TokenAnswer, TokenFailure, type TokenRequest } from './token-messages.js';
import type { TokenSettings } from './token-settings.js';

interface Pending {
  readonly resolve: (parts: readonly Uint8Array[]) => void;
  readonly reject: (failure: TokenFailure) => void;
}

/** A key pair may take a token a minute. */
const GENERATION_FACTOR = 6;

/** The program that holds the token, seen from the service. Once `isVoid`, it takes no more requests. */
export class TokenProcess {
  readonly #child: ChildProcess;
  readonly #deadlineMs: number;
  readonly #pending = new Map<number, Pending>();
  #last = 0;
  #isVoid = false;

  private constructor({ sessions, deadlineMs }: TokenSettings) {
    this.#deadlineMs = deadlineMs;
    this.#child = fork(fileURLToPath(new URL('token-program.js', import.meta.url)), {
      serialization: 'advanced',
      execArgv: [],
      // Vendors' libraries print what they like.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // They find their configuration by variables of their own.
      env: { ...process.env, UV_THREADPOOL_SIZE: String(sessions) },
    });
    this.#child.on('message', (answer: TokenAnswer) => this.#answered(answer));
    this.#child.on('exit', () => this.#ended());
    this.#child.on('error', () => this.#ended());
    // Requests have timers, which keep the service alive until they are answered.
    this.#child.unref();
    this.#child.channel?.unref();
  }

  /** @throws TokenFailure */
  static async open(settings: TokenSettings): Promise<TokenProcess> {
    const opened = new TokenProcess(settings);
    try {
      await opened.ask({ op: 'open', settings });
    } catch (error) {
      opened.retire();
      throw error;
    }
    return opened;
  }

  get isVoid(): boolean {
    return this.#isVoid;
  }

  /** @throws TokenFailure */
  ask(request: TokenRequest): Promise<readonly Uint8Array[]> {
    if (this.#isVoid) return Promise.reject(new TokenFailure('gone', 'the program of the token has ended'));
    const number = ++this.#last;
    const limit = this.#deadlineMs * (request.op.startsWith('generate') ? GENERATION_FACTOR : 1);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(number);
        reject(new TokenFailure('late', `the token gave no answer within ${limit} ms`));
        // A call that blocks can only be ended with its process.
        this.#child.kill('SIGKILL');
      }, limit);
      this.#pending.set(number, {
        resolve: (parts) => {
          clearTimeout(timer);
          resolve(parts);
        },
        reject: (failure) => {
          clearTimeout(timer);
          reject(failure);
        },
      });
      this.#child.send({ number, request }, (error) => {
        if (error !== null) this.#ended();
      });
    });
  }

  /** Ends it as soon as it has answered what it was asked. */
  retire(): void {
    this.#isVoid = true;
    if (this.#pending.size === 0 && this.#child.connected) this.#child.disconnect();
  }

  /** Resolves when the process is gone. */
  async close(): Promise<void> {
    const gone = new Promise<void>((resolve) => {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) return resolve();
      this.#child.once('exit', () => resolve());
      this.#child.ref();
    });
    this.retire();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), this.#deadlineMs);
    await gone;
    clearTimeout(timer);
  }

  #answered(answer: TokenAnswer): void {
    const pending = this.#pending.get(answer.number);
    this.#pending.delete(answer.number);
    if ('parts' in answer) pending?.resolve(answer.parts);
    else pending?.reject(new TokenFailure(answer.problem, answer.detail));
    if (this.#isVoid) this.retire();
  }

  #ended(): void {
    this.#isVoid = true;
    for (const { reject } of this.#pending.values())
      reject(new TokenFailure('gone', 'the program of the token ended'));
    this.#pending.clear();
  }
}
