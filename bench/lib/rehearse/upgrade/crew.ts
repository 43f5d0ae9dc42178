import { join } from 'node:path';
import { startChild, type Child } from '../../../../scripts/processes/children.ts';
import type { Program } from './programs.ts';

/** A service unit of the supervisor. Its process is stopped, and started again with the files of another release. */
export interface Post {
  readonly name: string;
  readonly role: 'api' | 'worker';
  readonly environment: Readonly<Record<string, string>>;
}

export interface Crew {
  start(post: Post, program: Program): Promise<void>;
  /**
   * Ends the process of the post with SIGTERM and starts the program in its place, as a restart by the supervisor does.
   */
  replace(post: Post, program: Program): Promise<Replacement>;
  runOnce(program: Program, role: 'migrate'): Promise<void>;
  stop(): Promise<void>;
}

export interface Replacement {
  readonly post: string;
  /** The time from SIGTERM to the end of the process. */
  readonly stopMs: number;
  /** The time from the start of the process until it is ready. */
  readonly startMs: number;
}

export function createCrew(environment: Readonly<Record<string, string>>, logFolder: string): Crew {
  const running = new Map<string, Child>();
  let started = 0;

  function launch(program: Program, options: { name: string; role: string; own: Readonly<Record<string, string>> }) {
    started += 1;
    return startChild({
      name: options.name,
      script: 'server/src/main.ts',
      folder: program.folder,
      args: [options.role],
      environment: { ...process.env, ...environment, ...options.own },
      logFile: join(logFolder, `${String(started).padStart(2, '0')}-${options.name.replaceAll(' ', '-')}.log`),
    });
  }

  async function start({ name, role, environment: own }: Post, program: Program): Promise<void> {
    running.set(name, await launch(program, { name, role, own }));
  }

  return {
    start,
    async replace(post, program) {
      const began = performance.now();
      await running.get(post.name)?.stop();
      const ended = performance.now();
      await start(post, program);
      return { post: post.name, stopMs: ended - began, startMs: performance.now() - ended };
    },
    async runOnce(program, role) {
      const child = await launch(program, { name: role, role, own: {} });
      await child.ended;
    },
    async stop() {
      await Promise.all([...running.values()].map((child) => child.stop()));
    },
  };
}
