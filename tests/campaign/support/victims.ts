/** What the campaign kills: SIGKILL, without a word before it. */
import type pg from 'pg';
import { kill, postmasterPid } from '../../support/embedded-fixture.js';
import type { CampaignService } from './campaign-service.js';
import { descendants, type MachineProcess } from './processes.js';

const KINDS = ['web', 'web', 'worker', 'parser', 'token', 'backend', 'postmaster'] as const;
export type Victim = (typeof KINDS)[number];

/** The bundled server is given up after five crashes within a minute; a session that dies so crashes all others. */
const CRASHES_A_MINUTE = 3;

export interface Killed {
  readonly victim: Victim;
  /** Of a killed service the processes that it had started, which must end by themselves. */
  readonly left: readonly MachineProcess[];
}

export class Executioner {
  readonly #service: CampaignService;
  readonly #pool: pg.Pool;
  readonly #random: () => number;
  readonly #crashes: number[] = [];

  constructor(service: CampaignService, pool: pg.Pool, random: () => number) {
    this.#service = service;
    this.#pool = pool;
    this.#random = random;
  }

  /** Kills one of what is there. */
  async killOne(): Promise<Killed> {
    for (;;) {
      const victim = this.#choose(KINDS);
      const killed = victim === undefined ? null : await this.#kill(victim);
      if (killed !== null) return killed;
    }
  }

  #choose<Thing>(things: readonly Thing[]): Thing | undefined {
    return things[Math.floor(this.#random() * things.length)];
  }

  /** @returns null if there is none now */
  async #kill(victim: Victim): Promise<Killed | null> {
    switch (victim) {
      case 'web':
      case 'worker': {
        const place = victim === 'worker' ? 2 : Math.floor(this.#random() * 2);
        const pid = this.#service.processAt(place)?.pid;
        if (pid === undefined) return null;
        const left = await descendants(pid);
        kill(pid);
        return { victim, left };
      }
      case 'parser':
      case 'token': {
        const services = [0, 1, 2].flatMap((place) => this.#service.processAt(place)?.pid ?? []);
        const children = (await Promise.all(services.map(descendants))).flat();
        const isWanted = ({ command }: MachineProcess): boolean =>
          command.includes('token-program') === (victim === 'token');
        const chosen = this.#choose(children.filter(isWanted));
        if (chosen === undefined) return null;
        kill(chosen.pid);
        return { victim, left: [] };
      }
      case 'backend':
      case 'postmaster':
        return this.#crashDatabase(victim);
    }
  }

  async #crashDatabase(victim: 'backend' | 'postmaster'): Promise<Killed | null> {
    const now = performance.now();
    if (this.#crashes.filter((crash) => now - crash < 60_000).length >= CRASHES_A_MINUTE) return null;
    this.#crashes.push(now);
    if (victim === 'postmaster') {
      kill(await postmasterPid(this.#service.dataDir));
      return { victim, left: [] };
    }
    const { rows } = await this.#pool.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid() order by pid`,
    );
    const chosen = this.#choose(rows);
    if (chosen === undefined) return null;
    kill(chosen.pid);
    return { victim, left: [] };
  }
}
