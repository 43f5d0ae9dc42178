import * as z from 'zod/mini';
import type { StandIn } from '../../processes/stand-in.ts';
import type { PickedAnswer } from './discovery-answers.ts';

const names = z.array(z.string());

/** Tells the sandbox its next answers, and records which bodies were never requested. */
export function pickingAt({ control }: Pick<StandIn, 'control'>) {
  const ignored = new Set<string>();
  const picked: string[] = [];
  const forget = async (): Promise<void> => {
    const left = z.parse(names, await control('DELETE', '/sandbox/replay/next'));
    for (const [name, all] of Map.groupBy(picked.splice(0), (one) => one)) {
      if (left.filter((one) => one === name).length === all.length) ignored.add(name);
    }
  };
  return {
    forget,
    async pick(...picks: readonly PickedAnswer[]): Promise<void> {
      for (const { times = 1, ...one } of picks) {
        for (let count = 0; count < times; count += 1) {
          picked.push(one.name);
          await control('POST', '/sandbox/replay/next', one);
        }
      }
    },
    async takeIgnored(): Promise<ReadonlySet<string>> {
      await forget();
      const taken = new Set(ignored);
      ignored.clear();
      return taken;
    },
  };
}
