import type { WorldAnswer } from '../../contract/world.ts';
import { columnOf, type Fields } from './columns.ts';
import { itemFields, productFields } from './packed-rows.ts';
import { calendarsOf } from './packed-sales.ts';
import type { PackedWorld } from './packed-world.ts';

/**
 * Yields the JSON of `packWorld` in parts of one column each. A browser packs its own copy of the world, and packing
 * one column of ten thousand values does not block the page for long.
 */
export function* packedText({ products, watchDogs, ...rest }: WorldAnswer): Generator<string> {
  const head: Omit<PackedWorld, 'products' | 'watchDogs'> = { ...rest, packed: 1, calendars: calendarsOf(products) };
  yield `${JSON.stringify(head).slice(0, -1)},"products":`;
  yield* columnsText(products, productFields);
  yield ',"watchDogs":{';
  for (const [index, [type, { items, ...group }]] of Object.entries(watchDogs).entries()) {
    yield `${index === 0 ? '' : ','}${JSON.stringify(type)}:${JSON.stringify(group).slice(0, -1)},"items":`;
    yield* columnsText(Object.values(items), itemFields);
    yield '}';
  }
  yield '}}';
}

function* columnsText<T>(values: readonly T[], fields: Fields<T>): Generator<string> {
  yield `{"count":${values.length},"fields":{`;
  const columns = values.length === 0 ? [] : Object.entries(fields);
  for (const [index, [name, read]] of columns.entries()) {
    yield `${index === 0 ? '' : ','}${JSON.stringify(name)}:${JSON.stringify(columnOf(values, read))}`;
  }
  yield '}}';
}
