import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { changeDefaultSettings } from '@app/shared/contract/triage.ts';
import type { WorldAnswer } from '@app/shared/contract/world.ts';
import { call } from '../../../lib/http/call.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { worldKey } from '../../../world/triage.ts';
import { defaultsAt, isSamePlace, type DefaultColumn, type DefaultPlace } from './default-places.ts';

/** A cell of the table: one threshold of one place. */
export interface DefaultCell {
  readonly place: DefaultPlace;
  readonly column: DefaultColumn;
}

interface RefusedCell extends DefaultCell {
  readonly reason: string;
}

/** Saves default thresholds one after the other, in the order in which they were typed. A change can be undone for 10 s. */
export function useDefaults() {
  const client = useQueryClient();
  const queue = useRef(Promise.resolve());
  const [refused, setRefused] = useState<readonly RefusedCell[]>([]);
  const accept = (cell: DefaultCell) => setRefused((all) => all.filter((one) => !isSameCell(one, cell)));
  const saveAfter = async (others: Promise<void>, cell: DefaultCell, value: unknown) => {
    await others;
    try {
      const before = await put(client, cell, value);
      accept(cell);
      const undo = () => put(client, cell, before);
      showToast('Default saved', {
        onUndo: () =>
          void undo().catch(() => showToast('Could not be undone. Please change it back by hand', { level: 'alert' })),
      });
    } catch (error) {
      const reason = error instanceof ApiError ? error.message : 'The default was not saved';
      setRefused((all) => [...all.filter((one) => !isSameCell(one, cell)), { ...cell, reason }]);
    }
  };
  const save = (cell: DefaultCell, value: unknown) => {
    queue.current = saveAfter(queue.current, cell, value);
  };
  const isRefused = (cell: DefaultCell): boolean => refused.some((one) => isSameCell(one, cell));
  return { save, isRefused, dropRefusal: accept, problem: refused.at(-1)?.reason ?? null };
}

const isSameCell = (one: DefaultCell, other: DefaultCell): boolean =>
  one.column === other.column && isSamePlace(one.place, other.place);

/** Sends the value and returns the one that was stored before. */
async function put(client: QueryClient, { place, column }: DefaultCell, value: unknown): Promise<unknown> {
  const world = client.getQueryData<WorldAnswer>(worldKey);
  const { [column.name]: before = null } = world ? defaultsAt(world.watchDogs, column.type, place) : {};
  const { sellerId, brand } = place;
  await call(changeDefaultSettings, {
    params: { type: column.type },
    body: { sellerId, ...(brand !== null && { brand }), settings: { [column.name]: value } },
  });
  await client.invalidateQueries({ queryKey: worldKey });
  return before;
}
