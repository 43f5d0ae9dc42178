import { hourMs } from '@app/shared/base/time.ts';
import type { Context } from '../context.ts';
import type { Figure, FigureGroup, Sample } from '../http/health.ts';
import { countSecretsByKey } from './sealed-queries.ts';

/** The count reads whole tables, and keys change a few times a year. */
const readEveryMs = hourMs;

export const secretsByKey = 'watchpost_secrets';

export const keyFigures = [
  { name: secretsByKey, help: 'Secrets that are encrypted with a key, by its id', labels: ['key'] },
  { name: 'watchpost_secrets_unreadable', help: 'Secrets that are encrypted with a key that is not configured' },
] as const satisfies readonly Figure[];

/** How many secrets each key has encrypted, counted at most once an hour. */
export function keyFigureGroup({ db, clock, keys }: Pick<Context, 'db' | 'clock' | 'keys'>): FigureGroup {
  let last: { readonly at: number; readonly samples: Promise<readonly Sample[]> } | null = null;
  const read = async (): Promise<readonly Sample[]> => {
    const counts = [...(await countSecretsByKey(db.global))];
    const unreadable = counts.reduce((sum, [key, count]) => (keys.has(key) ? sum : sum + count), 0);
    return [
      ...counts.map(([key, value]) => ({ name: keyFigures[0].name, labels: { key }, value })),
      { name: keyFigures[1].name, value: unreadable },
    ];
  };
  return {
    figures: keyFigures,
    read() {
      const at = clock.now().getTime();
      if (last && at - last.at < readEveryMs) return last.samples;
      const samples = read();
      last = { at, samples };
      // A failed count is not kept.
      samples.catch(() => (last = null));
      return samples;
    },
  };
}
