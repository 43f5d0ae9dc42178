import * as z from 'zod/mini';

/**
 * The value of a setting by which users switch its threshold off, even if the brand or the seller account has a
 * default.
 */
export const NO_THRESHOLD = 'none';

/** Extends a schema: settings whose default is `null` also accept `NO_THRESHOLD`. */
export function allowingNone(settings: z.ZodMiniObject): z.ZodMiniObject {
  const unset = Object.entries<unknown>(settings.parse({})).flatMap(([name, usual]) => (usual === null ? [name] : []));
  const allowing = unset.flatMap((name) => {
    const schema = settings.shape[name];
    return schema ? [[name, z.union([schema, z.literal(NO_THRESHOLD)])] as const] : [];
  });
  return z.extend(settings, Object.fromEntries(allowing));
}

/** Replaces `NO_THRESHOLD` by `null` for a judge, which has no defaults left to apply. */
export function withoutNone(settings: unknown): unknown {
  if (settings === null || typeof settings !== 'object') return settings;
  return Object.values(settings).includes(NO_THRESHOLD)
    ? Object.fromEntries(
        Object.entries(settings).map(([name, value]: [string, unknown]) => [
          name,
          value === NO_THRESHOLD ? null : value,
        ]),
      )
    : settings;
}
