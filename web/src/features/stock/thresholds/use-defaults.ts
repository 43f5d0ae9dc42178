import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { changeDefaultSettings } from '@app/shared/contract/triage.ts';
import type { WorldAnswer } from '@app/shared/contract/world.ts';
import { useIsHere } from '../../../lib/browser/use-is-here.ts';
import { call } from '../../../lib/http/call.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import { showToast, toReadMs } from '../../../ui/overlays/toast-store.ts';
import { worldKey } from '../../../world/triage.ts';
import { overtakenText, storedText } from './default-field.ts';
import { defaultsAt, isSamePlace, type DefaultColumn, type DefaultPlace } from './default-places.ts';

/** A cell of the table: one threshold of one place. */
export interface DefaultCell {
  readonly place: DefaultPlace;
  readonly column: DefaultColumn;
}

/** A new value of a default, and the value that the person saw before; `null` for no default. */
export interface DefaultChange {
  readonly value: unknown;
  readonly seen: unknown;
}

interface RefusedCell extends DefaultCell {
  readonly reason: string;
}

/** Saves default thresholds one after the other, in the order in which they were typed. A change can be undone for 10 s. */
export function useDefaults() {
  const client = useQueryClient();
  const isHere = useIsHere();
  const queue = useRef(Promise.resolve());
  const [refused, setRefused] = useState<readonly RefusedCell[]>([]);
  const accept = (cell: DefaultCell) => setRefused((all) => all.filter((one) => !isSameCell(one, cell)));
  const saveAfter = async (others: Promise<void>, cell: DefaultCell, change: DefaultChange) => {
    await others;
    try {
      await put(client, cell, change);
      accept(cell);
      const undo = () => put(client, cell, { value: change.seen, seen: change.value });
      showToast('Default saved', {
        onUndo: () =>
          void undo().catch(() => showToast('Could not be undone. Please change it back by hand', { level: 'alert' })),
      });
    } catch (error) {
      const reason = await reasonOf(client, cell, error);
      // The press that leaves a field, and saves it, may also close the table or open another view.
      if (!isHere()) showToast(`Default thresholds: ${reason}`, { level: 'alert', forMs: toReadMs });
      setRefused((all) => [...all.filter((one) => !isSameCell(one, cell)), { ...cell, reason }]);
    }
  };
  const save = (cell: DefaultCell, change: DefaultChange) => {
    queue.current = saveAfter(queue.current, cell, change);
  };
  const isRefused = (cell: DefaultCell): boolean => refused.some((one) => isSameCell(one, cell));
  return { save, isRefused, dropRefusal: accept, problem: refused.at(-1)?.reason ?? null };
}

const isSameCell = (one: DefaultCell, other: DefaultCell): boolean =>
  one.column === other.column && isSamePlace(one.place, other.place);

async function put(client: QueryClient, { place, column }: DefaultCell, { value, seen }: DefaultChange): Promise<void> {
  const { sellerId, brand } = place;
  const only = (one: unknown) => ({ [column.name]: one });
  await call(changeDefaultSettings, {
    params: { type: column.type },
    body: { sellerId, ...(brand !== null && { brand }), settings: only(value), seen: only(seen) },
  });
  await client.invalidateQueries({ queryKey: worldKey });
}

/** The reason of a failure; for a default that somebody else has changed meanwhile, what it is by now. */
async function reasonOf(client: QueryClient, { place, column }: DefaultCell, error: unknown): Promise<string> {
  if (!(error instanceof ApiError) || error.isOutage) return 'The default was not saved. Please try again';
  if (error.code !== 'settingsOvertaken') return error.message;
  await client.invalidateQueries({ queryKey: worldKey });
  const world = client.getQueryData<WorldAnswer>(worldKey);
  const theirs = world ? defaultsAt(world.watchDogs, column.type, place)[column.name] : undefined;
  return overtakenText(`${column.title}, ${column.header}`, storedText(theirs));
}
